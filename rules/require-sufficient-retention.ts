import { createRule } from '../src/rule/create-rule.ts';
import { duration } from '../src/rule/wording.ts';

type MessageIds = 'rowsDeleted' | 'claimExpires' | 'markExpires' | 'jobForgotten' | 'jobForgottenAtOnce';

const messageOf = {
  table: 'rowsDeleted',
  claim: 'claimExpires',
  mark: 'markExpires',
  job: 'jobForgotten',
} as const;

/** A key that is forgotten while the provider may still send the event again lets that delivery in as a new one. */
export default createRule<object, MessageIds>({
  name: 'require-sufficient-retention',
  meta: {
    type: 'problem',
    docs: {
      description: 'Require that keys of events are kept for as long as the provider sends them again',
      recommended: 'warn',
    },
    onScripts: true,
    messages: {
      rowsDeleted:
        'An event that {{provider}} sends again after {{kept}} is handled as a new one: this deletes its key from `{{table}}`, although {{provider}} repeats and lets resend for {{window}}.',
      claimExpires:
        'An event that {{provider}} sends again after {{kept}} is handled as a new one: the claim ends by then, although {{provider}} repeats and lets resend for {{window}}.',
      markExpires:
        'An event that {{provider}} sends again after {{kept}} is handled as a new one: what marks it as seen is gone by then, although {{provider}} repeats and lets resend for {{window}}.',
      jobForgotten:
        "An event that {{provider}} sends again is enqueued as a new one {{kept}} after its job is done: the job's id is forgotten by then, although {{provider}} repeats and lets resend for {{window}}.",
      jobForgottenAtOnce:
        "An event that {{provider}} sends again is enqueued as a new one as soon as its job is done: the job's id goes with it, although {{provider}} repeats and lets resend for {{window}}.",
    },
    schema: [],
  },
  create(context) {
    return {
      retention({ place, kept, window, provider, confidence, by, table }) {
        context.report({
          messageId: by === 'job' && kept === 0 ? 'jobForgottenAtOnce' : messageOf[by],
          data: { provider, kept: duration(kept), window: duration(window), table: table ?? '' },
          place,
          blastRadius: 'state',
          confidence,
          steps: [],
        });
      },
    };
  },
});
