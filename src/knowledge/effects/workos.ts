// Checked: @workos-inc/node 8.13 types and source: an organization and an event of an audit log take a key, users and
// invitations do not; it throws. A second user with the address of the first is refused.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, keyAt, nothing, refetch, under } from './support/effect.ts';

export const workos = defineLibrary({
  name: '@workos-inc/node',
  packages: ['@workos-inc/node', '@workos-inc/node/worker', '@workos-inc/authkit-nextjs'],
  source: 'https://workos.com/docs/reference',
  types: { WorkOS: ['WorkOS.new', 'createWorkOS()', 'getWorkOS()'] },
  calls: {
    'WorkOS.userManagement.createUser': effect('other', 'creates a user'),
    'WorkOS.organizations.createOrganization': effect('other', 'creates an organization', {
      key: keyAt(1, 'idempotencyKey'),
    }),
    'WorkOS.organizations.createOrganizationApiKey': effect('other', 'creates a token', {
      key: keyAt(1, 'idempotencyKey'),
    }),
    'WorkOS.auditLogs.createEvent': effect('other', 'writes to an audit log', {
      key: keyAt(2, 'idempotencyKey'),
      radius: 'other',
    }),
    ...each(
      under('WorkOS.userManagement', ['sendInvitation', 'resendInvitation']),
      effect('message', 'sends an invitation'),
    ),
    ...each(
      [
        ...under('WorkOS.userManagement', ['createMagicAuth', 'sendVerificationEmail', 'createPasswordReset']),
        ...['WorkOS.passwordless.sendSession', 'WorkOS.userManagement.sendMagicAuthCode'],
      ],
      effect('message', 'sends a mail'),
    ),
    'WorkOS.mfa.challengeFactor': effect('message', 'sends a code'),
    ...each(
      under('WorkOS.userManagement', [
        ...['updateUser', 'deleteUser', 'revokeSession', 'revokeInvitation', 'acceptInvitation'],
        // A member is one once.
        ...['createOrganizationMembership', 'updateOrganizationMembership', 'deleteOrganizationMembership'],
        ...['deactivateOrganizationMembership', 'reactivateOrganizationMembership'],
      ]),
      idempotent('updates a user'),
    ),
    ...each(
      under('WorkOS.organizations', ['updateOrganization', 'deleteOrganization']),
      idempotent('updates an organization'),
    ),
    ...each(
      under('WorkOS', [
        ...['userManagement.getUser', 'userManagement.listUsers', 'userManagement.getUserByExternalId'],
        ...['userManagement.getOrganizationMembership', 'userManagement.listOrganizationMemberships'],
        ...['organizations.getOrganization', 'organizations.getOrganizationByExternalId', 'directorySync.getUser'],
      ]),
      refetch,
    ),
    'WorkOS.*.*': nothing,
  },
});
