/** What a crash between two lines looks like from outside: the delivery has no answer. */
export class SimulatedCrash extends Error {
  override readonly name = 'SimulatedCrash';
}

export interface Effect {
  /** What kind of thing happened: `charge`, `mail`. */
  readonly kind: string;
  /** What it happened to: the same for a repetition, different for everything else. */
  readonly key: string;
  readonly details: unknown;
}

export interface Effects {
  readonly all: readonly Effect[];
  /** Says that something happened that no rollback undoes. */
  record(kind: string, key: string, details?: unknown): void;
  /** A function that records each of its calls, then does what `run` does. The key is made of the arguments. */
  wrap<Parameters extends unknown[], Result>(
    kind: string,
    key: (...parameters: Parameters) => string,
    run: (...parameters: Parameters) => Result,
  ): (...parameters: Parameters) => Result;
  count(kind?: string, key?: string): number;
  /** The next effect of this kind happens, and then the code that asked for it gets no further: it throws `SimulatedCrash`. */
  crashAfter(kind: string): void;
  clear(): void;
}

/** Records what cannot be undone, so that a test can count it. */
export function recordEffects(): Effects {
  const all: Effect[] = [];
  const crashes: string[] = [];
  const effects: Effects = {
    all,
    record(kind, key, details) {
      all.push({ kind, key, details });
      const crash = crashes.indexOf(kind);
      if (crash < 0) return;
      crashes.splice(crash, 1);
      throw new SimulatedCrash(`The process crashed after ${kind} ${key}.`);
    },
    wrap(kind, key, run) {
      return (...parameters) => {
        effects.record(kind, key(...parameters), parameters);
        return run(...parameters);
      };
    },
    count: (kind, key) =>
      all.filter((effect) => (kind === undefined || effect.kind === kind) && (key === undefined || effect.key === key))
        .length,
    crashAfter: (kind) => void crashes.push(kind),
    clear: () => {
      all.length = 0;
      crashes.length = 0;
    },
  };
  return effects;
}
