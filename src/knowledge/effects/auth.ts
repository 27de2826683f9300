// Checked: @clerk/backend types, auth0 and workos READMEs, supabase.com/docs/reference/javascript/auth-admin-createuser.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, refetch } from './support/effect.ts';

const createsUser = effect('other', 'creates a user');

export const clerkClient = defineLibrary({
  name: '@clerk/backend',
  packages: ['@clerk/backend', '@clerk/nextjs/server', '@clerk/express', '@clerk/clerk-sdk-node', '@clerk/fastify', '@clerk/remix/api.server', '@clerk/astro/server'],
  source: 'https://clerk.com/docs/reference/backend/overview',
  types: { Clerk: ['clerkClient()', 'clerkClient', 'createClerkClient()', 'default'] },
  typeAliases: { ClerkClient: 'Clerk' },
  calls: {
    'Clerk.users.createUser': createsUser,
    'Clerk.organizations.createOrganization': effect('other', 'creates an organization'),
    ...each(['Clerk.invitations.createInvitation', 'Clerk.organizations.createOrganizationInvitation', 'Clerk.emails.createEmail'], effect('message', 'sends an invitation')),
    ...each(
      ['updateUser', 'updateUserMetadata', 'deleteUser', 'banUser', 'unbanUser', 'lockUser'].map((name) => `Clerk.users.${name}`),
      idempotent('updates a user'),
    ),
    ...each(['Clerk.organizations.updateOrganization', 'Clerk.organizations.updateOrganizationMetadata', 'Clerk.organizations.deleteOrganization'], idempotent('updates an organization')),
    ...each(['Clerk.users.getUser', 'Clerk.users.getUserList', 'Clerk.organizations.getOrganization', 'Clerk.organizations.getOrganizationMembershipList'], refetch),
  },
});

export const auth0 = defineLibrary({
  name: 'auth0',
  packages: ['auth0'],
  source: 'https://github.com/auth0/node-auth0',
  types: { Management: ['ManagementClient.new'] },
  calls: {
    ...each(['Management.users.create', 'Management.createUser'], createsUser),
    ...each(['Management.users.update', 'Management.users.delete', 'Management.updateUserMetadata', 'Management.updateAppMetadata'], idempotent('updates a user')),
    ...each(['Management.users.get', 'Management.users.getAll', 'Management.getUser'], refetch),
  },
});

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
    ...each(['WorkOS.userManagement.sendInvitation', 'WorkOS.userManagement.createMagicAuth'], effect('message', 'sends an invitation')),
    ...each(['WorkOS.userManagement.updateUser', 'WorkOS.userManagement.deleteUser'], idempotent('updates a user')),
    ...each(['WorkOS.userManagement.getUser', 'WorkOS.organizations.getOrganization'], refetch),
  },
});
