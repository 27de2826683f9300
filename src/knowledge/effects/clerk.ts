// Checked: @clerk/backend 3.25, @clerk/nextjs 7.9, @clerk/express 2.1 types: no key; it throws. A second user with the address
// of the first is refused.
import { defineLibrary } from '../types.ts';
import type { Meaning, MeaningOf } from '../types.ts';
import { each, effect, idempotent, nothing, prefixed, refetch, under } from './support/effect.ts';

const calls: Readonly<Record<string, Meaning | MeaningOf>> = {
  'users.createUser': effect('other', 'creates a user'),
  'organizations.createOrganization': effect('other', 'creates an organization'),
  ...each(
    [
      ...['invitations.createInvitation', 'invitations.createInvitationBulk', 'waitlistEntries.invite'],
      ...['organizations.createOrganizationInvitation', 'organizations.createOrganizationInvitationBulk'],
    ],
    effect('message', 'sends an invitation'),
  ),
  ...each(['emails.create', 'emails.createBatch', 'emails.createEmail'], effect('message', 'sends a mail')),
  'smsMessages.createSMSMessage': effect('message', 'sends a text message'),
  ...each(
    ['signInTokens.createSignInToken', 'sessions.createSession', 'actorTokens.create'],
    effect('other', 'creates a token', { radius: 'other' }),
  ),
  ...each(
    under('users', [
      ...['updateUser', 'updateUserMetadata', 'replaceUserMetadata', 'updateUserProfileImage', 'deleteUser'],
      ...['replaceUserEmailAddress', 'replaceUserPhoneNumber', 'banUser', 'unbanUser', 'lockUser', 'unlockUser'],
      ...['disableUserMFA', 'removePassword', 'deleteUserExternalAccount'],
    ]),
    idempotent('updates a user'),
  ),
  ...each(
    under('organizations', [
      ...['updateOrganization', 'updateOrganizationMetadata', 'replaceOrganizationMetadata', 'deleteOrganization'],
      // A member is one once.
      ...['createOrganizationMembership', 'updateOrganizationMembership', 'updateOrganizationMembershipMetadata'],
      ...['deleteOrganizationMembership', 'revokeOrganizationInvitation', 'updateOrganizationLogo'],
    ]),
    idempotent('updates an organization'),
  ),
  ...each(
    ['sessions.revokeSession', 'invitations.revokeInvitation', 'emailAddresses.updateEmailAddress'],
    idempotent('updates at Clerk'),
  ),
  ...each(
    [
      ...['users.getUser', 'users.getUserList', 'users.getOrganizationMembershipList', 'users.getCount'],
      ...['organizations.getOrganization', 'organizations.getOrganizationMembershipList'],
      ...['invitations.getInvitationList', 'sessions.getSession', 'emailAddresses.getEmailAddress'],
    ],
    refetch,
  ),
  '*.*': nothing,
};

export const clerkClient = defineLibrary({
  name: '@clerk/backend',
  packages: [
    '@clerk/backend',
    // Up to version 5.
    '@clerk/nextjs',
    '@clerk/nextjs/server',
    '@clerk/express',
    '@clerk/clerk-sdk-node',
    '@clerk/fastify',
    '@clerk/remix/api.server',
    '@clerk/react-router/api.server',
    '@clerk/tanstack-react-start/server',
    '@clerk/astro/server',
    '@clerk/nuxt/server',
    '@clerk/hono',
  ],
  source: 'https://clerk.com/docs/reference/backend/overview',
  types: { Clerk: ['clerkClient()', 'createClerkClient()', 'Clerk()'] },
  typeAliases: { ClerkClient: 'Clerk' },
  // Some packages export the client itself.
  calls: { ...prefixed(['Clerk.', 'clerkClient.', 'default.'], calls), 'Clerk.authenticateRequest': nothing },
});
