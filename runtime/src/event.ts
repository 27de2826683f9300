import { InvalidEventError } from './errors.ts';

/** What names an event: who sent it and the id that is the same on every retry. */
export interface EventKey {
  /** The provider, or the endpoint where one provider has several whose ids may meet: `stripe`, `stripe:connect`. */
  readonly source: string;
  /** The provider's id of the event, never of the attempt: `evt_…`, `X-GitHub-Delivery`, `svix-id`. */
  readonly eventId: string;
}

const LONGEST_SOURCE = 100;
const LONGEST_ID = 255;
/** Sources that begin so are this library's own. */
const RESERVED = '~';

const SEND_SOURCE = '~send';

/** Callers in JavaScript, and values typed wider than they are, can bring anything. */
export function checkEvent(event: EventKey): EventKey {
  checkPart('source', event.source, LONGEST_SOURCE);
  if (event.source.startsWith(RESERVED)) {
    throw new InvalidEventError(`The source of an event may not begin with "${RESERVED}": ${event.source}`);
  }
  checkPart('eventId', event.eventId, LONGEST_ID);
  return { source: event.source, eventId: event.eventId };
}

export function checkEffectKey(key: string): EventKey {
  checkPart('key', key, LONGEST_ID);
  return { source: SEND_SOURCE, eventId: key };
}

function checkPart(name: string, value: unknown, longest: number): void {
  const fault =
    typeof value !== 'string'
      ? `must be a string, but it is ${value === null ? 'null' : typeof value}`
      : value === ''
        ? 'is empty, so that every event would be the same one'
        : value.length > longest
          ? `is longer than ${longest} characters; idempotencyKey() makes a shorter one`
          : value.includes('\0') || !value.isWellFormed()
            ? 'holds characters that a database cannot keep apart'
            : undefined;
  if (fault !== undefined) throw new InvalidEventError(`The ${name} of an event ${fault}.`);
}

/** What is claimed, in messages. */
export function describeEvent({ source, eventId }: EventKey): string {
  return source === SEND_SOURCE ? `effect ${eventId}` : `event ${eventId} of ${source}`;
}
