// Checked: @linear/sdk 98.0 types: what is created may be given its id, and a second of that id is refused; it throws.
// Documented: linear.app/developers/sdk.
import { defineLibrary } from '../types.ts';
import { each, effect, idAt, idempotent, nothing, refetch, under } from './support/effect.ts';

const key = idAt(0, 'id');

export const linearClient = defineLibrary({
  name: '@linear/sdk',
  packages: ['@linear/sdk'],
  source: 'https://linear.app/developers/sdk',
  types: { Linear: ['LinearClient.new'] },
  typeAliases: { LinearClient: 'Linear' },
  calls: {
    'Linear.createIssue': effect('message', 'opens an issue', { key }),
    'Linear.createIssueBatch': effect('message', 'opens issues'),
    'Linear.createComment': effect('message', 'writes a comment', { key }),
    ...each(
      under('Linear', ['createProjectUpdate', 'createInitiativeUpdate', 'createAgentActivity']),
      effect('message', 'writes an update', { key }),
    ),
    'Linear.createOrganizationInvite': effect('message', 'sends an invitation', { key }),
    ...each(
      under('Linear', ['createProject', 'createDocument', 'createCustomer', 'createCustomerNeed', 'createIssueLabel']),
      effect('other', 'creates an object at Linear', { key }),
    ),
    // An attachment is one of its issue and address.
    ...each(
      under('Linear', [
        ...['createAttachment', 'attachmentLinkURL', 'attachmentLinkSlack', 'attachmentLinkGitHubPR', 'createReaction'],
        ...['updateIssue', 'updateIssueBatch', 'archiveIssue', 'unarchiveIssue', 'deleteIssue', 'updateComment'],
        ...['deleteComment', 'issueAddLabel', 'issueRemoveLabel', 'updateProject', 'updateCustomer', 'upsertCustomer'],
      ]),
      idempotent('updates Linear'),
    ),
    ...each(
      under('Linear', [
        'issue',
        'issues',
        'user',
        'users',
        'team',
        'teams',
        'project',
        'projects',
        'comment',
        'viewer',
      ]),
      refetch,
    ),
    ...each(under('Linear', ['searchIssues', 'workflowStates', 'issueLabels', 'customers']), nothing),
  },
});
