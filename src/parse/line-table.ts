/** Offsets to lines and columns of one text. Lines are 1-based, columns 1-based, both as editors count them. */
export class LineTable {
  readonly #starts: readonly number[];

  constructor(text: string) {
    const starts = [0];
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code === 10 || code === 0x2028 || code === 0x2029) starts.push(index + 1);
      else if (code === 13) {
        if (text.charCodeAt(index + 1) === 10) index += 1;
        starts.push(index + 1);
      }
    }
    this.#starts = starts;
  }

  /** 1-based line of an offset. */
  lineOf(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  /** 1-based line and column of an offset. */
  positionOf(offset: number): { readonly line: number; readonly column: number } {
    const line = this.lineOf(offset);
    return { line, column: offset - (this.#starts[line - 1] ?? 0) + 1 };
  }

  /** Offset of the first character of a 1-based line. */
  startOf(line: number): number {
    return this.#starts[line - 1] ?? 0;
  }

  get lineCount(): number {
    return this.#starts.length;
  }
}
