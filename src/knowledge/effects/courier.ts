// Checked: @trycourier/courier 7.10 types and source: the option `idempotencyKey` is in the types, and this client gives it to
// nobody; the header of the request arrives. Up to version 6 the option did. It throws.
// Documented: www.courier.com/docs/reference/send/message.
import { defineLibrary } from '../types.ts';
import type { Call, Meaning } from '../types.ts';
import { each, effect, effectOf, either, headerAt, idempotent, keyAt, nothing, under } from './support/effect.ts';

const does = 'sends a notification';

/** With the option alone it depends on the version of the client whether there is a key. */
function sends(argument: number): (call: Call) => Meaning {
  return (call) => {
    const meaning = effectOf(call, 'message', does, { key: headerAt(argument, 'headers', 'Idempotency-Key') });
    if (meaning.is !== 'effect' || !meaning.effect.key.accepted || meaning.effect.key.value !== undefined)
      return meaning;
    const isGiven = call.read.get(call.args[argument], 'idempotencyKey') !== undefined;
    return isGiven
      ? { ...meaning, effect: { ...meaning.effect, key: { ...meaning.effect.key, unknown: true } } }
      : meaning;
  };
}

export const courier = defineLibrary({
  name: '@trycourier/courier',
  packages: ['@trycourier/courier'],
  source: 'https://www.courier.com/docs/reference/send/message',
  types: { Courier: ['default.new', 'Courier.new', 'CourierClient.new', 'CourierClient()'] },
  typeAliases: { CourierClient: 'Courier' },
  calls: {
    'Courier.send.message': sends(1),
    // Up to version 6.
    'Courier.send': effect('message', does, {
      key: either(keyAt(1, 'idempotencyKey'), headerAt(1, 'headers', 'Idempotency-Key')),
    }),
    ...each(['Courier.journeys.invoke', 'Courier.automations.invoke.invokeByTemplate'], sends(2)),
    ...each(['Courier.automations.invoke.invokeAdHoc', 'Courier.bulk.runJob', 'Courier.inbound.trackEvent'], sends(1)),
    'Courier.messages.cancel': idempotent('cancels a notification'),
    ...each(
      under(
        'Courier',
        ['create', 'update', 'replace', 'delete'].map((name) => `profiles.${name}`),
      ),
      idempotent('writes a recipient', 'other'),
    ),
    'Courier.*.*, Courier.*.*.*': nothing,
  },
});
