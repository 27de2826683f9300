import type { Meaning, MeaningOf } from '../../types.ts';
import { each, effect, idempotent, nothing, prefixed, refetch } from './effect.ts';

const creates: Readonly<Record<string, string>> = {
  'issues.create': 'opens an issue',
  'issues.createComment': 'writes a comment',
  'pulls.create': 'opens a pull request',
  'pulls.createReview': 'writes a review',
  'pulls.createReviewComment': 'writes a comment',
  'repos.createCommitComment': 'writes a comment',
  'repos.createDeployment': 'starts a deployment',
  'repos.createDispatchEvent': 'starts a workflow',
  'actions.createWorkflowDispatch': 'starts a workflow',
  'repos.createRelease': 'publishes a release',
  'checks.create': 'creates a check run',
};

/** What Octokit's REST methods do, under both spellings: `octokit.rest.issues.create`, `octokit.issues.create`. */
export const octokitRest: Record<string, Meaning | MeaningOf> = {
  ...prefixed(['Octokit.rest.', 'Octokit.'], {
    ...Object.fromEntries(
      Object.entries(creates).map(([path, does]) => [
        path,
        effect(/comment|review|issue|pull/.test(does) ? 'message' : 'other', does),
      ]),
    ),
    ...each(
      [
        '*.update',
        '*.delete',
        'issues.addLabels',
        'issues.removeLabel',
        'issues.lock',
        'pulls.merge',
        'repos.createCommitStatus',
      ],
      idempotent('updates GitHub'),
    ),
    ...each(['*.get', '*.list', 'pulls.listFiles', 'repos.getContent'], refetch),
  }),
  'Octokit.auth': nothing,
  'Octokit.paginate': refetch,
};
