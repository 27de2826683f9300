import type { InvalidKey, KeyDefect } from '../src/project/event-keys.ts';
import { createRule } from '../src/rule/create-rule.ts';
import { list, namedLine } from '../src/rule/wording.ts';

type MessageIds =
  | 'bodyHash'
  | 'clock'
  | 'eventTime'
  | 'signature'
  | 'random'
  | 'attempt'
  | 'subjectAlone'
  | 'resourceAlone'
  | 'sharedTable';

const messageIds: Record<KeyDefect, MessageIds> = {
  'body-hash': 'bodyHash',
  clock: 'clock',
  'event-time': 'eventTime',
  signature: 'signature',
  random: 'random',
  attempt: 'attempt',
  'subject-alone': 'subjectAlone',
  'shared-table': 'sharedTable',
};

/** Two deliveries are one event where the provider says so, and nowhere else. */
export default createRule<object, MessageIds>({
  name: 'require-valid-event-key',
  meta: {
    type: 'problem',
    docs: {
      description: "Require that claims and guards are keyed by the provider's identity of the event",
      recommended: 'error',
    },
    messages: {
      bodyHash:
        'A retry whose body differs in a byte is taken for a new event, and two events with equal bodies for one: {{step}} is keyed by a hash of the body. {{remedy}}',
      clock: 'Every retry is taken for a new event: {{step}} is keyed by the time of this delivery. {{remedy}}',
      eventTime:
        'Two events of the same second are taken for one, and the second is lost: {{step}} is keyed by the time of the event. {{remedy}}',
      signature:
        'A retry that is signed anew is taken for a new event: {{step}} is keyed by the signature of this delivery. {{remedy}}',
      random: 'Every retry is taken for a new event: {{step}} is keyed by a random value. {{remedy}}',
      attempt:
        'Every retry is taken for a new event: {{step}} is keyed by a value that changes with each attempt. {{remedy}}',
      subjectAlone:
        'After {{first}} every other event of the same thing ({{others}}) is taken for a duplicate and lost: {{step}} is keyed by what the event is about alone. {{remedy}}',
      resourceAlone:
        'After the first event of a thing every later one is taken for a duplicate and lost: {{step}} is keyed by what the event is about alone. {{remedy}}',
      sharedTable:
        'Events of {{providers}} with the same id are taken for one: {{step}} keeps the id without saying whose it is. {{remedy}}',
    },
    schema: [],
  },
  create(context) {
    return {
      handler(_trace, { model }) {
        for (const found of model.invalidKeys()) {
          const { step, defect, among, confidence } = found;
          const [first = '', ...others] = among;
          context.report({
            messageId: defect === 'subject-alone' && among.length === 0 ? 'resourceAlone' : messageIds[defect],
            data: {
              step: namedLine(model, step),
              first: `\`${first}\``,
              others: list(others.slice(0, 3).map((type) => `\`${type}\``)),
              providers: list(among),
              remedy: remedy(found, model.provider),
            },
            place: model.placeOf(step),
            effect: step.place,
            blastRadius: 'other',
            confidence,
            steps: model.proof(step, step.snapshots[0]),
          });
        }
      },
    };
  },
});

type Sender = NonNullable<Parameters<typeof identity>[0]>;

function remedy({ defect }: InvalidKey, provider: Sender | undefined): string {
  if (defect === 'shared-table') return 'The key of an event is its id together with its source.';
  return identity(provider);
}

/** What the provider tells events apart by. */
function identity(
  provider:
    | {
        readonly title: string;
        readonly eventKey: readonly string[];
        readonly eventKeyHeaders: readonly string[];
        readonly naturalKey?: string;
      }
    | undefined,
): string {
  if (!provider) return 'The key of an event is the id that the provider gave it.';
  const { title, eventKey, eventKeyHeaders, naturalKey } = provider;
  const [path] = eventKey;
  const [header] = eventKeyHeaders;
  if (header !== undefined && path === undefined) return `${title} names an event in the header \`${header}\`.`;
  if (path !== undefined) return `${title} names an event in \`${path}\` of the body.`;
  return naturalKey === undefined
    ? `${title} gives events no id.`
    : `${title} gives events no id: what names one is ${naturalKey}.`;
}
