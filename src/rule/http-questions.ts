/** What rules ask of the HTTP side of a handler. */
export { lostEvents, type LostEvent } from '../project/lost-events.ts';
export { refusedDuplicates, type RefusedDuplicate } from '../project/duplicate-answers.ts';
export { alteredBodies, plainComparisons, unverified, type Unverified } from '../project/verifications.ts';
