// Source: github.com/auth0/node-auth0; not checked against types.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, refetch } from './support/effect.ts';

const createsUser = effect('other', 'creates a user');

export const auth0 = defineLibrary({
  name: 'auth0',
  packages: ['auth0'],
  source: 'https://github.com/auth0/node-auth0',
  types: { Management: ['ManagementClient.new'] },
  calls: {
    ...each(['Management.users.create', 'Management.createUser'], createsUser),
    ...each(
      [
        'Management.users.update',
        'Management.users.delete',
        'Management.updateUserMetadata',
        'Management.updateAppMetadata',
      ],
      idempotent('updates a user'),
    ),
    ...each(['Management.users.get', 'Management.users.getAll', 'Management.getUser'], refetch),
  },
});
