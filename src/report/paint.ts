/** How a piece of text is shown on a terminal. */
export type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'magenta' | 'cyan' | 'blue';

export type Paint = (style: Style, text: string) => string;

const codes: Readonly<Record<Style, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
};

export function painter(color: boolean): Paint {
  if (!color) return (_, text) => text;
  return (style, text) => `\u001B[${codes[style][0]}m${text}\u001B[${codes[style][1]}m`;
}

/** Code under analysis may hold escape sequences; none of them may reach the terminal. */
export function withoutControls(text: string): string {
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  return text.replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/gu, '\uFFFD');
}
