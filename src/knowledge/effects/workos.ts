// Source: workos.com/docs/reference; not checked against types.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, refetch } from './support/effect.ts';

const createsUser = effect('other', 'creates a user');

export const workos = defineLibrary({
  name: '@workos-inc/node',
  packages: ['@workos-inc/node', '@workos-inc/authkit-nextjs'],
  source: 'https://workos.com/docs/reference',
  types: { WorkOS: ['WorkOS.new', 'getWorkOS()'] },
  calls: {
    'WorkOS.webhooks.constructEvent': ({ args: [options], read }) => ({
      is: 'verification',
      // It takes the parsed body and serialises it itself.
      verification: { provider: null, returns: 'event', secret: read.get(options, 'secret') },
    }),
    'WorkOS.userManagement.createUser': createsUser,
    ...each(
      ['WorkOS.userManagement.sendInvitation', 'WorkOS.userManagement.createMagicAuth'],
      effect('message', 'sends an invitation'),
    ),
    ...each(['WorkOS.userManagement.updateUser', 'WorkOS.userManagement.deleteUser'], idempotent('updates a user')),
    ...each(['WorkOS.userManagement.getUser', 'WorkOS.organizations.getOrganization'], refetch),
  },
});
