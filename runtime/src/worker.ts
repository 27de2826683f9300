import { checkPositive, describeError } from './claim.ts';
import type { Database, Unlisten } from './database.ts';
import { ClaimLostError } from './errors.ts';
import { describeEvent } from './event.ts';
import type { InboxEvent } from './inbox-event.ts';
import { completeHeld, failAbandoned, giveBack, renewHeld, takeDue } from './inbox-rows.ts';
import type { Taken } from './inbox-rows.ts';
import { pause } from './pause.ts';
import { inSpan } from './telemetry.ts';

export interface HandleContext {
  /** Aborted when the event is no longer this worker's, or the worker must end: stop, and start no further effect. */
  readonly signal: AbortSignal;
}

/** Handles one event; a throw lets it be tried again later. */
export type Handle = (event: InboxEvent, context: HandleContext) => Promise<void> | void;

export interface WorkerHooks {
  readonly started?: (event: InboxEvent) => void;
  /** `ms`: how long the handler took. */
  readonly done?: (event: InboxEvent, ms: number) => void;
  /** The handler threw, and the event is tried again after `retryMs`. */
  readonly retried?: (event: InboxEvent, error: unknown, retryMs: number) => void;
  /** The event is given up: the handler threw, or its worker crashed (`error` is undefined), as often as is allowed. */
  readonly failed?: (event: InboxEvent, error: unknown) => void;
  /** The lease ran out while the handler was at it; another worker may handle the event now. */
  readonly lost?: (event: InboxEvent) => void;
  /** The database could not be reached, or a hook threw. The worker goes on. */
  readonly error?: (error: unknown) => void;
}

export interface WorkerOptions {
  /** Events handled at once by this worker; 10 by default. */
  readonly concurrency?: number;
  /** Milliseconds after which an event of a crashed worker is taken by another; renewed while a handler runs. 30,000 by default. */
  readonly leaseMs?: number;
  /** How often an event is started before it is failed; 10 by default. */
  readonly maxAttempts?: number;
  /** Milliseconds to wait before the attempt after `attempt`; by default about 1 s, doubled each time, at most an hour. */
  readonly backoff?: (attempt: number) => number;
  /** Milliseconds between two looks for events that nobody announced: retries, expired leases; 1,000 by default. */
  readonly pollMs?: number;
  /** Signals of the process that stop the worker: `['SIGTERM']`. None by default. */
  readonly stopOn?: readonly NodeJS.Signals[];
  /** Milliseconds that handlers get to end when the worker is stopped; 20,000 by default. */
  readonly stopWithinMs?: number;
  readonly hooks?: WorkerHooks;
}

export interface Worker {
  /**
   * Takes no more events and waits for the handlers, at most `stopWithinMs`; then their signals are aborted, and their
   * events are left to other workers once the leases run out. Gives the number of those.
   */
  stop(): Promise<number>;
  /** Looks for events now. */
  wake(): void;
  /** Resolves when the worker has stopped. */
  readonly stopped: Promise<number>;
}

const HOUR = 3_600_000;

/** Doubles from a second to an hour; the half of it by chance, so that what failed together is not tried together. */
function defaultBackoff(attempt: number): number {
  const full = Math.min(HOUR, 1000 * 2 ** Math.min(attempt - 1, 30));
  return full * (0.5 + Math.random() / 2);
}

interface Running extends Taken {
  readonly abort: AbortController;
}

export function startWorker(
  inbox: { readonly db: Database; readonly channel: string },
  handle: Handle,
  options: WorkerOptions = {},
): Worker {
  const worker = new InboxWorker(inbox.db, inbox.channel, handle, options);
  worker.start();
  return worker;
}

class InboxWorker implements Worker {
  readonly stopped: Promise<number>;
  readonly #db: Database;
  readonly #channel: string;
  readonly #handle: Handle;
  readonly #options: Required<Omit<WorkerOptions, 'stopOn'>> & Pick<WorkerOptions, 'stopOn'>;
  readonly #running = new Map<string, Running>();
  readonly #ending = new AbortController();
  #resolveStopped!: (unfinished: number) => void;
  #stopping: Promise<number> | undefined;
  /** Ends the current wait of the loop. */
  #alarm = new AbortController();
  #woken = false;
  #looping: Promise<void> = Promise.resolve();
  #toComplete: { running: Running; ms: number; settle: () => void }[] = [];
  #completing = false;
  #listening: Unlisten | undefined;
  #renewals: NodeJS.Timeout | undefined;
  /** By this process's own clock, which never jumps: when the leases were last known to be held. */
  readonly #heldSince = new Map<string, number>();

  constructor(db: Database, channel: string, handle: Handle, options: WorkerOptions) {
    this.#db = db;
    this.#channel = channel;
    this.#handle = handle;
    const { concurrency = 10, leaseMs = 30_000, maxAttempts = 10, pollMs = 1000, stopWithinMs = 20_000 } = options;
    for (const [name, value] of Object.entries({ concurrency, leaseMs, maxAttempts, pollMs, stopWithinMs })) {
      checkPositive(name, value);
    }
    const { backoff = defaultBackoff, hooks = {}, stopOn } = options;
    this.#options = { concurrency, leaseMs, maxAttempts, pollMs, stopWithinMs, backoff, hooks, stopOn };
    this.stopped = new Promise((resolve) => {
      this.#resolveStopped = resolve;
    });
  }

  start(): void {
    const { leaseMs, stopOn = [] } = this.#options;
    for (const signal of stopOn) process.once(signal, this.#onSignal);
    this.#renewals = setInterval(() => void this.#renew(), leaseMs / 3);
    this.#looping = this.#loop();
    void this.#listen();
  }

  wake(): void {
    this.#woken = true;
    this.#alarm.abort();
  }

  stop(): Promise<number> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  readonly #onSignal = (): void => {
    void this.stop();
  };

  async #stop(): Promise<number> {
    for (const signal of this.#options.stopOn ?? []) process.removeListener(signal, this.#onSignal);
    this.#ending.abort();
    this.wake();
    this.#announceFreeSlot();
    await this.#looping;
    const overtime = new AbortController();
    const idle = this.#untilIdle().then(() => {
      overtime.abort();
    });
    await Promise.race([idle, pause(this.#options.stopWithinMs, overtime.signal)]);
    overtime.abort();
    const unfinished = [...this.#running.values()];
    for (const { abort, event } of unfinished) {
      abort.abort(new ClaimLostError(`The worker ends before the ${describeEvent(event)} was handled.`));
    }
    clearInterval(this.#renewals);
    await this.#listening?.().catch(this.#report);
    this.#resolveStopped(unfinished.length);
    return unfinished.length;
  }

  async #untilIdle(): Promise<void> {
    while (this.#running.size > 0) await this.#slotFreed();
  }

  #slotWaiters: (() => void)[] = [];
  #slotFreed(): Promise<void> {
    return new Promise((resolve) => this.#slotWaiters.push(resolve));
  }

  // As calls, since these change while the loops await.
  #wasWoken(): boolean {
    return this.#woken;
  }

  #hasEnded(): boolean {
    return this.#ending.signal.aborted;
  }

  #announceFreeSlot(): void {
    for (const wakeWaiter of this.#slotWaiters.splice(0)) wakeWaiter();
  }

  async #loop(): Promise<void> {
    const { concurrency, leaseMs, maxAttempts, pollMs } = this.#options;
    let reapedAt = -Infinity;
    let outage = 0;
    while (!this.#ending.signal.aborted) {
      const free = concurrency - this.#running.size;
      if (free === 0) {
        await this.#slotFreed();
        continue;
      }
      this.#woken = false;
      try {
        if (performance.now() - reapedAt >= pollMs) {
          for (const event of await failAbandoned(this.#db, maxAttempts)) this.#call('failed', event, undefined);
          reapedAt = performance.now();
        }
        const asked = performance.now();
        const taken = await takeDue(this.#db, { limit: free, leaseMs, maxAttempts });
        outage = 0;
        for (const each of taken) this.#begin(each, asked);
        if (taken.length === free) continue;
      } catch (error) {
        outage++;
        this.#report(error);
      }
      // Between an empty look and a longer wait the time varies, so that many workers do not look together.
      if (!this.#wasWoken())
        await this.#sleep(
          outage > 0 ? Math.min(pollMs * 2 ** (outage - 1), 10_000) : pollMs * (0.75 + Math.random() / 2),
        );
    }
  }

  async #sleep(milliseconds: number): Promise<void> {
    this.#alarm = new AbortController();
    if (this.#ending.signal.aborted) return;
    await pause(milliseconds, this.#alarm.signal);
  }

  #begin(taken: Taken, asked: number): void {
    const running: Running = { ...taken, abort: new AbortController() };
    this.#running.set(taken.id, running);
    this.#heldSince.set(taken.id, asked);
    void this.#runOne(running).finally(() => {
      if (this.#running.get(taken.id) === running) {
        this.#running.delete(taken.id);
        this.#heldSince.delete(taken.id);
      }
      this.#announceFreeSlot();
    });
  }

  async #runOne(running: Running): Promise<void> {
    const { event, abort } = running;
    this.#call('started', event);
    const begun = performance.now();
    let fault: { error: unknown } | undefined;
    try {
      await inSpan(event, async () => {
        await this.#handle(event, { signal: abort.signal });
      });
    } catch (error) {
      fault = { error };
    }
    if (abort.signal.aborted && fault !== undefined) {
      this.#call('lost', event);
      return;
    }
    if (fault === undefined) {
      await new Promise<void>((settle) => {
        this.#toComplete.push({ running, ms: performance.now() - begun, settle });
        void this.#complete();
      });
      return;
    }
    await this.#giveBack(running, fault.error);
  }

  /** Completes everything that ended meanwhile by one statement. */
  async #complete(): Promise<void> {
    if (this.#completing) return;
    this.#completing = true;
    while (this.#toComplete.length > 0) {
      const batch = this.#toComplete.splice(0);
      const kept = await this.#insist(batch[0]?.running, () =>
        completeHeld(
          this.#db,
          batch.map(({ running }) => running),
        ),
      );
      for (const { running, ms, settle } of batch) {
        if (kept?.has(running.id) === true) this.#call('done', running.event, ms);
        else this.#call('lost', running.event);
        settle();
        if (running.event.turn !== undefined) this.wake();
      }
    }
    this.#completing = false;
  }

  async #giveBack(running: Running, error: unknown): Promise<void> {
    const { event } = running;
    const { maxAttempts, backoff } = this.#options;
    const retryMs = event.attempt >= maxAttempts ? undefined : backoff(event.attempt);
    const given = await this.#insist(running, () => giveBack(this.#db, running, describeError(error), retryMs));
    if (given !== true) this.#call('lost', event);
    else if (retryMs === undefined) this.#call('failed', event, error);
    else this.#call('retried', event, error, retryMs);
    // Somebody waits for its turn behind it.
    if (given === true && event.turn !== undefined) this.wake();
  }

  /** Tries until the lease is over: what was done must not be done again only because the database restarted. */
  async #insist<T>(running: Running | undefined, tell: () => Promise<T>): Promise<T | undefined> {
    const until = performance.now() + this.#options.leaseMs;
    for (let tries = 1; ; tries++) {
      try {
        return await tell();
      } catch (error) {
        this.#report(error);
        if (running === undefined || performance.now() > until) return undefined;
        await pause(Math.min(50 * 2 ** tries, 2000));
      }
    }
  }

  async #renew(): Promise<void> {
    const { leaseMs } = this.#options;
    const held = [...this.#running.values()];
    if (held.length === 0) return;
    const asked = performance.now();
    try {
      const kept = await renewHeld(this.#db, held, leaseMs);
      for (const running of held) {
        if (kept.has(running.id)) this.#heldSince.set(running.id, asked);
        // One that ended meanwhile is not held either, and was not lost.
        else if (this.#running.get(running.id) === running) this.#lose(running);
      }
    } catch (error) {
      this.#report(error);
      for (const running of held) {
        const since = this.#heldSince.get(running.id);
        if (since !== undefined && performance.now() - since > leaseMs) this.#lose(running);
      }
    }
  }

  #lose({ abort, event }: Running): void {
    if (!abort.signal.aborted) abort.abort(new ClaimLostError(`The lease of the ${describeEvent(event)} ran out.`));
  }

  /** Without a connection to listen on, looking now and then goes on. */
  async #listen(): Promise<void> {
    const { listen } = this.#db;
    if (listen === undefined) return;
    let tries = 0;
    while (!this.#ending.signal.aborted) {
      try {
        const lost = new Promise<unknown>((resolve) => {
          void (async () => {
            const unlisten = await listen.call(
              this.#db,
              this.#channel,
              () => {
                this.wake();
              },
              resolve,
            );
            tries = 0;
            this.#listening = unlisten;
            if (this.#hasEnded()) await unlisten();
            // What was announced before the connection stood was not heard.
            this.wake();
          })().catch(resolve);
        });
        const cause = await Promise.race([lost, ended(this.#ending.signal)]);
        if (this.#hasEnded()) return;
        this.#listening = undefined;
        this.#report(cause);
      } catch (error) {
        this.#report(error);
      }
      await pause(Math.min(100 * 2 ** tries++, 10_000), this.#ending.signal);
    }
  }

  readonly #report = (error: unknown): void => {
    try {
      this.#options.hooks.error?.(error);
    } catch {
      // A hook for errors that throws leaves nobody to tell.
    }
  };

  #call<Name extends Exclude<keyof WorkerHooks, 'error'>>(
    name: Name,
    ...parameters: Parameters<NonNullable<WorkerHooks[Name]>>
  ): void {
    try {
      (this.#options.hooks[name] as ((...all: unknown[]) => void) | undefined)?.(...parameters);
    } catch (error) {
      this.#report(error);
    }
  }
}

function ended(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else
      signal.addEventListener(
        'abort',
        () => {
          resolve(undefined);
        },
        { once: true },
      );
  });
}
