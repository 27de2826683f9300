/** What rules ask of a handler beside its model: each question stands in the file that answers it. */
export { lostEvents, type LostEvent } from '../project/lost-events.ts';
export { refusedDuplicates, type RefusedDuplicate } from '../project/duplicate-answers.ts';
export { alteredBodies, plainComparisons, unverified, type Unverified } from '../project/verifications.ts';
export { callsInTransactions } from '../project/open-transactions.ts';
export { ordersByEventTime } from '../project/event-order.ts';
export { slowAnswer } from '../project/slow-answer.ts';
export { unstableKeys, type UnstableKey } from '../project/effect-keys.ts';
