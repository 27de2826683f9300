// Checked: @clerk/backend 3.25, @clerk/nextjs 7.9 types. Documented: clerk.com/docs/reference/backend/overview.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, refetch } from './support/effect.ts';

const createsUser = effect('other', 'creates a user');

export const clerkClient = defineLibrary({
  name: '@clerk/backend',
  packages: [
    '@clerk/backend',
    '@clerk/nextjs/server',
    '@clerk/express',
    '@clerk/clerk-sdk-node',
    '@clerk/fastify',
    '@clerk/remix/api.server',
    '@clerk/astro/server',
  ],
  source: 'https://clerk.com/docs/reference/backend/overview',
  types: { Clerk: ['clerkClient()', 'clerkClient', 'createClerkClient()', 'default'] },
  typeAliases: { ClerkClient: 'Clerk' },
  calls: {
    'Clerk.users.createUser': createsUser,
    'Clerk.organizations.createOrganization': effect('other', 'creates an organization'),
    ...each(
      [
        'Clerk.invitations.createInvitation',
        'Clerk.organizations.createOrganizationInvitation',
        'Clerk.emails.createEmail',
      ],
      effect('message', 'sends an invitation'),
    ),
    ...each(
      ['updateUser', 'updateUserMetadata', 'deleteUser', 'banUser', 'unbanUser', 'lockUser'].map(
        (name) => `Clerk.users.${name}`,
      ),
      idempotent('updates a user'),
    ),
    ...each(
      [
        'Clerk.organizations.updateOrganization',
        'Clerk.organizations.updateOrganizationMetadata',
        'Clerk.organizations.deleteOrganization',
      ],
      idempotent('updates an organization'),
    ),
    ...each(
      [
        'Clerk.users.getUser',
        'Clerk.users.getUserList',
        'Clerk.organizations.getOrganization',
        'Clerk.organizations.getOrganizationMembershipList',
      ],
      refetch,
    ),
  },
});
