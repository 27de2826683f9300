// Checked: auth0 7.1 types, and its page for versions 2 to 4 (methods on the client, ids in objects): no key; it throws. A second
// user with the address of the first is refused.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, nothing, refetch, under } from './support/effect.ts';

export const auth0 = defineLibrary({
  name: 'auth0',
  packages: ['auth0'],
  source: 'https://github.com/auth0/node-auth0',
  types: { Management: ['ManagementClient.new'], Authentication: ['AuthenticationClient.new'] },
  typeAliases: { ManagementClient: 'Management', AuthenticationClient: 'Authentication' },
  calls: {
    ...each(
      ['Management.users.create', 'Management.createUser', 'Authentication.database.signUp'],
      effect('other', 'creates a user'),
    ),
    ...each(
      ['Management.organizations.create', 'Management.roles.create'],
      effect('other', 'creates an object at Auth0'),
    ),
    ...each(
      ['Management.organizations.invitations.create', 'Management.organizations.createInvitation'],
      effect('message', 'sends an invitation'),
    ),
    ...each(
      [
        ...under('Management', ['jobs.verificationEmail.create', 'jobs.verifyEmail', 'sendEmailVerification']),
        ...under('Authentication', ['passwordless.sendEmail', 'passwordless.sendMagicLink', 'database.changePassword']),
      ],
      effect('message', 'sends a mail'),
    ),
    'Authentication.passwordless.sendSMS': effect('message', 'sends a text message'),
    ...each(
      under('Management', [
        ...['users.update', 'users.delete', 'updateUser', 'deleteUser', 'updateUserMetadata', 'updateAppMetadata'],
        ...['users.roles.assign', 'users.roles.delete', 'users.assignRoles', 'users.deleteRoles', 'assignRolestoUser'],
        ...['users.permissions.create', 'users.permissions.delete', 'users.identities.link', 'users.revokeAccess'],
        ...['roles.users.assign', 'roles.assignUsers'],
      ]),
      idempotent('updates a user'),
    ),
    ...each(
      under('Management', [
        ...['organizations.update', 'organizations.delete', 'organizations.members.create', 'organizations.addMembers'],
        ...['organizations.members.roles.assign', 'organizations.addMemberRoles', 'organizations.members.delete'],
      ]),
      idempotent('updates an organization'),
    ),
    ...each(
      under('Management', [
        ...['users.get', 'users.list', 'users.getAll', 'users.listUsersByEmail', 'usersByEmail.getByEmail', 'getUser'],
        ...['getUsersByEmail', 'users.roles.list', 'organizations.get', 'organizations.members.list'],
      ]),
      refetch,
    ),
    'Management.*.*, Management.*.*.*, Authentication.*.*': nothing,
  },
});
