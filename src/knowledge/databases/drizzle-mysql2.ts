// Checked: drizzle-orm 0.45.4 types of mysql-core and mysql2.
import { defineLibrary } from '../types.ts';
import { drizzleDatabase } from './support/drizzle-database.ts';
import { count, noResult, object, rows, tuple } from './support/shapes.ts';

/** The drivers over mysql2 hand its `[result, fields]` through. */
export const drizzleMysql2 = defineLibrary({
  name: 'drizzle-orm/mysql2',
  packages: ['drizzle-orm/mysql2', 'drizzle-orm/mysql-proxy', 'drizzle-orm/singlestore'],
  source: 'https://orm.drizzle.team/docs/get-started-mysql',
  ...drizzleDatabase({ writes: tuple(object({ affectedRows: count }), noResult), raw: tuple(rows, noResult) }),
  typeAliases: { MySql2Database: 'Db', MySql2Transaction: 'Transaction' },
});
