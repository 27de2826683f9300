/** What every failure of this library is: one class a failure, a `code` that stays, and the `cause` where there is one. */
export abstract class WebhookOnceError extends Error {
  abstract readonly code: string;
}

/** The source or the id of an event is missing, too long, or not text that every database keeps apart. */
export class InvalidEventError extends WebhookOnceError {
  override readonly name = 'InvalidEventError';
  readonly code = 'INVALID_EVENT';
}

/** An option makes no sense: a lease of no length, a batch of nothing, a name that is no identifier. */
export class InvalidOptionError extends WebhookOnceError {
  override readonly name = 'InvalidOptionError';
  readonly code = 'INVALID_OPTION';
}

/** What the work returned cannot be kept as JSON; everything was rolled back. */
export class ResultNotJsonError extends WebhookOnceError {
  override readonly name = 'ResultNotJsonError';
  readonly code = 'RESULT_NOT_JSON';
}

/** The tables are not there, or older than this version: `npx webhook-once-migrate` makes them. */
export class SchemaMissingError extends WebhookOnceError {
  override readonly name = 'SchemaMissingError';
  readonly code = 'SCHEMA_MISSING';
}

/** A migration failed; what it began was rolled back. */
export class MigrationFailedError extends WebhookOnceError {
  override readonly name = 'MigrationFailedError';
  readonly code = 'MIGRATION_FAILED';
}

/** Another delivery holds the event by a lease; answer with an error status, so that the provider tries again. */
export class EventInProgressError extends WebhookOnceError {
  override readonly name = 'EventInProgressError';
  readonly code = 'EVENT_IN_PROGRESS';
  readonly owner: string;
  readonly since: Date;

  constructor(message: string, holder: { owner: string; since: Date }) {
    super(message);
    this.owner = holder.owner;
    this.since = holder.since;
  }
}

/** The event was started as often as is allowed and never finished. */
export class EventExhaustedError extends WebhookOnceError {
  override readonly name = 'EventExhaustedError';
  readonly code = 'EVENT_EXHAUSTED';
  readonly started: number;

  constructor(message: string, started: number) {
    super(message);
    this.started = started;
  }
}

/** The lease ran out and somebody else owns the event now, so that this one may neither complete nor release it. */
export class ClaimLostError extends WebhookOnceError {
  override readonly name = 'ClaimLostError';
  readonly code = 'CLAIM_LOST';
}

/** What is meant to last was asked for inside a transaction, whose rollback would forget it. */
export class InsideTransactionError extends WebhookOnceError {
  override readonly name = 'InsideTransactionError';
  readonly code = 'INSIDE_TRANSACTION';
}

/**
 * The database gave up this transaction in favour of another one (a serialization failure or a deadlock) and rolled it
 * back. Whoever opened the transaction runs it again from its beginning.
 */
export class TransactionConflictError extends WebhookOnceError {
  override readonly name = 'TransactionConflictError';
  readonly code = 'TRANSACTION_CONFLICT';
}

/** The work caught an error of the database and went on, but the transaction was lost with it: nothing was kept. */
export class TransactionAbortedError extends WebhookOnceError {
  override readonly name = 'TransactionAbortedError';
  readonly code = 'TRANSACTION_ABORTED';
}

/** The commit failed, and a look at the database says that nothing was kept. */
export class CommitFailedError extends WebhookOnceError {
  override readonly name = 'CommitFailedError';
  readonly code = 'COMMIT_FAILED';
}

/**
 * The connection was lost during the commit and the database could not be asked since, so nobody knows whether the work
 * was kept. Answer with an error status: the next delivery of the event finds out.
 */
export class OutcomeUnknownError extends WebhookOnceError {
  override readonly name = 'OutcomeUnknownError';
  readonly code = 'OUTCOME_UNKNOWN';
}

/** Rows would be forgotten while the provider can still send their events again. */
export class RetentionTooShortError extends WebhookOnceError {
  override readonly name = 'RetentionTooShortError';
  readonly code = 'RETENTION_TOO_SHORT';
}

/** The request is not signed by the provider, or too old; nothing was stored. */
export class VerificationFailedError extends WebhookOnceError {
  override readonly name = 'VerificationFailedError';
  readonly code = 'VERIFICATION_FAILED';
}

/** The database refused a statement of this library for another reason; it is in `cause`. */
export class StatementFailedError extends WebhookOnceError {
  override readonly name = 'StatementFailedError';
  readonly code = 'STATEMENT_FAILED';
  /** The SQLSTATE or the client's own code, where there is one. */
  readonly state: string | undefined;

  constructor(message: string, state: string | undefined, cause: unknown) {
    super(message, { cause });
    this.state = state;
  }
}
