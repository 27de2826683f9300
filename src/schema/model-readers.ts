import { mikroOrmModels } from './from-mikro-orm.ts';
import { mongodbIndexes } from './from-mongodb.ts';
import { mongooseModels } from './from-mongoose.ts';
import { sequelizeModels } from './from-sequelize.ts';
import { typeormModels } from './from-typeorm.ts';
import type { ModelReader } from './mapped-table.ts';

/** Libraries whose tables are declared in code, one line each. */
export const modelReaders: readonly ModelReader[] = [
  typeormModels,
  mikroOrmModels,
  sequelizeModels,
  mongooseModels,
  mongodbIndexes,
];
