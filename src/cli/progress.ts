import type { Progress } from '../analyze.ts';

export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const quietFor = 1000;
const between = 100;
const eraseLine = '\r\u001B[K';

/** One line on a terminal that is rewritten while the analysis runs, from the second second on. */
export class ProgressLine {
  readonly #terminal: Terminal;
  readonly #now: () => number;
  #next: number;
  #shown = false;

  constructor(terminal: Terminal, now: () => number = () => performance.now()) {
    this.#terminal = terminal;
    this.#now = now;
    this.#next = now() + quietFor;
  }

  update({ phase, done, total }: Progress): void {
    if (!this.#terminal.isTTY || this.#now() < this.#next) return;
    this.#next = this.#now() + between;
    this.#shown = true;
    this.#terminal.write(`${eraseLine}webhook-once: ${phase}, ${done} of ${total} files`);
  }

  clear(): void {
    if (this.#shown) this.#terminal.write(eraseLine);
    this.#shown = false;
  }
}
