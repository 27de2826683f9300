import { lostEvents, type LostEvent } from '../src/rule/questions.ts';
import type { HandlerModel } from '../src/project/model.ts';
import type { ProofStep } from '../src/report/finding.ts';
import { createRule } from '../src/rule/create-rule.ts';
import { namedLine } from '../src/rule/wording.ts';

type MessageIds = 'caught' | 'notAwaited' | 'afterAnswer' | 'unreadError' | 'statusInBody';

const messages: Readonly<Record<LostEvent['how'], MessageIds>> = {
  caught: 'caught',
  'not-awaited': 'notAwaited',
  'after-answer': 'afterAnswer',
  'unread-error': 'unreadError',
  'status-in-body': 'statusInBody',
};

/** A 2xx ends the provider's retries: what was not done by then is done by nobody. */
export default createRule<object, MessageIds>({
  name: 'no-lost-event',
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow an answer 2xx to an event that was neither processed nor stored',
      recommended: 'error',
    },
    messages: {
      caught: 'The event is lost when {{step}} fails: the failure is caught and answered {{status}}, and {{provider}}.',
      notAwaited:
        'The event is lost when {{step}} fails: nobody waits for it, the handler answers 2xx all the same, and {{provider}}.',
      afterAnswer:
        'The event is lost when {{step}} fails or the process ends: it runs after the answer is out, the event is stored nowhere, and {{provider}}.',
      unreadError:
        'The event is lost when {{step}} fails: it gives its error back instead of throwing, nobody reads it, the handler answers {{status}}, and {{provider}}.',
      statusInBody:
        'The event is lost: the body says {{status}}, but the answer is sent with a status that says done, and {{provider}}.',
    },
    schema: [],
  },
  create(context) {
    return {
      handler(_trace, { model }) {
        for (const lost of lostEvents(model)) {
          context.report({
            messageId: messages[lost.how],
            data: {
              step: lost.step ? namedLine(model, lost.step) : 'a step',
              status: String(lost.status),
              provider: retryOf(model),
            },
            place: lost.place,
            effect: lost.step?.place ?? null,
            blastRadius: lost.radius,
            confidence: 'certain',
            steps: [
              ...(lost.step ? model.proof(lost.step, lost.step.snapshots[0]) : []),
              ...caughtAt(model, lost),
              ...answeredAt(model, lost),
              {
                file: lost.place.file,
                line: model.line(lost.place),
                kind: 'acknowledgement' as const,
                text: answerText(lost),
              },
            ],
          });
        }
      },
    };
  },
});

/** Where the failure stops. */
function caughtAt(model: HandlerModel, { how, snapshot }: LostEvent): ProofStep[] {
  const caught = how === 'caught' ? snapshot?.caught : null;
  if (!caught) return [];
  return [{ file: caught.place.file, line: model.line(caught.place), kind: 'throw', text: 'the failure is caught' }];
}

/** The answer itself, where it is written in another file than the handler. */
function answeredAt(model: HandlerModel, { answer, place }: LostEvent): ProofStep[] {
  if (!answer || (answer.file === place.file && answer.start === place.start)) return [];
  return [{ file: answer.file, line: model.line(answer), kind: 'acknowledgement', text: 'the answer is made here' }];
}

function answerText({ how, status }: LostEvent): string {
  switch (how) {
    case 'caught':
      return `the failure is answered ${status}`;
    case 'not-awaited':
      return 'is started here, and not waited for';
    case 'after-answer':
      return 'is started here, after the answer';
    case 'unread-error':
      return 'the error of this call is not read';
    case 'status-in-body':
      return `the body says ${status}, the status says done`;
  }
}

/** What the provider does about it: nothing. */
function retryOf(model: HandlerModel): string {
  const title = model.provider?.title ?? 'the provider';
  return model.provider?.retriesByItself === false
    ? `${title} never sends it again`
    : `${title} takes it as done and does not send it again`;
}
