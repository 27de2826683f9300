// Checked: @linear/sdk 98.0 types. Documented: linear.app/developers/sdk.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, keyAt, refetch } from './support/effect.ts';

export const linearClient = defineLibrary({
  name: '@linear/sdk',
  packages: ['@linear/sdk'],
  source: 'https://linear.app/developers/sdk',
  types: { Linear: ['LinearClient.new'] },
  calls: {
    'Linear.createIssue': effect('message', 'opens an issue', { key: keyAt(0, 'id') }),
    'Linear.createComment': effect('message', 'writes a comment', { key: keyAt(0, 'id') }),
    ...each(['Linear.updateIssue', 'Linear.archiveIssue', 'Linear.deleteIssue'], idempotent('updates an issue')),
    ...each(['Linear.issue', 'Linear.issues', 'Linear.user', 'Linear.team'], refetch),
  },
});
