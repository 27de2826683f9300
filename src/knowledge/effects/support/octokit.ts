import type { Call, Meaning, MeaningOf } from '../../types.ts';
import { each, effect, idempotent, nothing, prefixed, refetch } from './effect.ts';

const updates = idempotent('updates GitHub');
const comments = effect('message', 'writes a comment');
const opensIssue = effect('message', 'opens an issue');
const reviews = effect('message', 'writes a review');
const starts = effect('enqueue', 'starts a workflow');
const creates = effect('other', 'creates an object at GitHub');

const methods: Readonly<Record<string, Meaning | MeaningOf>> = {
  'issues.create': opensIssue,
  ...each(
    [
      ...['issues.createComment', 'pulls.createReviewComment', 'pulls.createReplyForReviewComment'],
      ...['repos.createCommitComment', 'gists.createComment', 'teams.createDiscussionInOrg'],
    ],
    comments,
  ),
  'pulls.createReview': reviews,
  ...each(['repos.createDispatchEvent', 'actions.createWorkflowDispatch', 'actions.reRunWorkflow'], starts),
  'repos.createDeployment': effect('other', 'starts a deployment'),
  'checks.create': effect('other', 'creates a check run'),
  // GitHub refuses a second of the same name, branch or content, or gives the first.
  ...each(['pulls.create', 'pulls.submitReview'], idempotent('opens a pull request')),
  'repos.createRelease': idempotent('publishes a release'),
  ...each(
    [
      ...['git.createRef', 'git.createBlob', 'git.createTree', 'git.createTag', 'git.createCommit', 'repos.createFork'],
      ...['repos.createCommitStatus', 'repos.createOrUpdateFileContents', 'issues.createLabel', 'repos.createWebhook'],
      ...[
        'repos.createInOrg',
        'repos.createForAuthenticatedUser',
        'orgs.createInvitation',
        'repos.createDeploymentStatus',
      ],
      ...['reactions.createForIssue', 'reactions.createForIssueComment', 'reactions.createForPullRequestReviewComment'],
      ...['pulls.requestReviewers', 'repos.merge', 'pulls.merge'],
    ],
    updates,
  ),
};

/** Methods are named after what their request does. */
function byName(call: Call): Meaning | false | undefined {
  const name = call.chain.at(-1)?.name ?? '';
  if (/^(?:get|list|check|compare|search|download)/.test(name)) return refetch;
  if (name.startsWith('create')) return creates(call);
  const changes =
    /^(?:update|set|delete|remove|add|lock|unlock|replace|enable|disable|approve|cancel|dismiss|revoke|merge|rename|block|star|follow|accept|decline)/;
  return changes.test(name) ? updates : undefined;
}

/** `octokit.request('POST /repos/{owner}/{repo}/issues', { … })` */
function requests(call: Call): Meaning | false | undefined {
  const [method = '', path = ''] = (call.read.text(call.args[0]) ?? '').split(' ');
  switch (method) {
    case 'GET':
      return refetch;
    case 'PUT':
    case 'PATCH':
    case 'DELETE':
      return updates;
    case 'POST':
      if (/\/comments(?:\/[^/]+\/replies)?$/.test(path)) return comments(call);
      if (path.endsWith('/issues')) return opensIssue(call);
      if (/\/pulls\/[^/]+\/reviews$/.test(path)) return reviews(call);
      if (/\/(?:dispatches|rerun)$/.test(path)) return starts(call);
      return /\/(?:pulls|releases|labels|assignees|statuses|reactions|requested_reviewers)$/.test(path)
        ? updates
        : creates(call);
    default:
      return undefined;
  }
}

/** `graphql('mutation …')` */
function asksGraph(call: Call): Meaning | false | undefined {
  const text = call.read.text(call.args[0])?.trim();
  if (text === undefined) return undefined;
  if (!text.startsWith('mutation')) return refetch;
  if (/\b(?:addComment|addDiscussionComment|addPullRequestReviewComment)\b/.test(text)) return comments(call);
  if (/\bcreateIssue\b/.test(text)) return opensIssue(call);
  if (/\baddPullRequestReview\b/.test(text)) return reviews(call);
  return /\b(?:create|clone)[A-Z]/.test(text) ? creates(call) : updates;
}

/** What Octokit does, under both spellings of its REST methods: `octokit.rest.issues.create`, `octokit.issues.create`. */
export const octokitRest: Record<string, Meaning | MeaningOf> = {
  ...prefixed(['Octokit.rest.', 'Octokit.'], { ...methods, '*.*': byName }),
  'Octokit.request': requests,
  'Octokit.graphql': asksGraph,
  'Octokit.paginate, Octokit.paginate.iterator, Octokit.graphql.paginate': refetch,
  'Octokit.auth, Octokit.log.debug, Octokit.log.info, Octokit.log.warn, Octokit.log.error': nothing,
  'Octokit.hook.before, Octokit.hook.after, Octokit.hook.error, Octokit.hook.wrap': nothing,
};

export const octokitFunctions: Readonly<Record<string, MeaningOf>> = { request: requests, graphql: asksGraph };
