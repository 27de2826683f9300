export { idempotencyKey, IdempotencyKeyPartError } from './idempotency-key.ts';
export type { IdempotencyKeyPart } from './idempotency-key.ts';
