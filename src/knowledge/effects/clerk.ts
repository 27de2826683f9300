// Checked: @clerk/backend 3.25, @clerk/nextjs 7.9, @clerk/express 2.1 types: no key; it throws. A second user with the address
// of the first is refused.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, nothing, refetch, under } from './support/effect.ts';

export const clerkClient = defineLibrary({
  name: '@clerk/backend',
  packages: [
    '@clerk/backend',
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
  types: { Clerk: ['clerkClient()', 'clerkClient', 'createClerkClient()', 'default', 'Clerk()'] },
  typeAliases: { ClerkClient: 'Clerk' },
  calls: {
    'Clerk.users.createUser': effect('other', 'creates a user'),
    'Clerk.organizations.createOrganization': effect('other', 'creates an organization'),
    ...each(
      under('Clerk', [
        ...['invitations.createInvitation', 'invitations.createInvitationBulk', 'waitlistEntries.invite'],
        ...['organizations.createOrganizationInvitation', 'organizations.createOrganizationInvitationBulk'],
      ]),
      effect('message', 'sends an invitation'),
    ),
    ...each(
      under('Clerk', ['emails.create', 'emails.createBatch', 'emails.createEmail']),
      effect('message', 'sends a mail'),
    ),
    'Clerk.smsMessages.createSMSMessage': effect('message', 'sends a text message'),
    'Clerk.signInTokens.createSignInToken, Clerk.sessions.createSession, Clerk.actorTokens.create': effect(
      'other',
      'creates a token',
      { radius: 'other' },
    ),
    ...each(
      under('Clerk.users', [
        ...['updateUser', 'updateUserMetadata', 'replaceUserMetadata', 'updateUserProfileImage', 'deleteUser'],
        ...['replaceUserEmailAddress', 'replaceUserPhoneNumber', 'banUser', 'unbanUser', 'lockUser', 'unlockUser'],
        ...['disableUserMFA', 'removePassword', 'deleteUserExternalAccount'],
      ]),
      idempotent('updates a user'),
    ),
    ...each(
      under('Clerk.organizations', [
        ...['updateOrganization', 'updateOrganizationMetadata', 'replaceOrganizationMetadata', 'deleteOrganization'],
        // A member is one once.
        ...['createOrganizationMembership', 'updateOrganizationMembership', 'updateOrganizationMembershipMetadata'],
        ...['deleteOrganizationMembership', 'revokeOrganizationInvitation', 'updateOrganizationLogo'],
      ]),
      idempotent('updates an organization'),
    ),
    ...each(
      under('Clerk', ['sessions.revokeSession', 'invitations.revokeInvitation', 'emailAddresses.updateEmailAddress']),
      idempotent('updates at Clerk'),
    ),
    ...each(
      under('Clerk', [
        ...['users.getUser', 'users.getUserList', 'users.getOrganizationMembershipList', 'users.getCount'],
        ...['organizations.getOrganization', 'organizations.getOrganizationMembershipList'],
        ...['invitations.getInvitationList', 'sessions.getSession', 'emailAddresses.getEmailAddress'],
      ]),
      refetch,
    ),
    'Clerk.*.*, Clerk.authenticateRequest': nothing,
  },
});
