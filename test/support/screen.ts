import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter();
// oxlint-disable-next-line no-control-regex
const PARTS = /\u001b\[(\??[\d;]*)([A-Za-z])|\r|\n|[^\u001b\r\n]+/g;

export interface Screen {
  /** The lines from the top, with those that have scrolled away. */
  lines: string[];
  /** Columns of the widest line that was ever written to be written over, which lines are without wrapping. */
  widest: number;
}

/** The line of a wait, which a command on a busy machine prints. */
const WAIT = /^waiting for .* …$/;

/** Returns the lines that are not of waits. */
export function withoutWaits(lines: readonly string[]): string[] {
  return lines.filter((line) => !WAIT.test(line));
}

/** Returns what a terminal shows that was sent this text, apart from waits. Throws for what it does not know. */
export function renderScreen(text: string): Screen {
  const lines: string[] = [''];
  let [row, widest, wraps] = [0, 0, true];
  let column = 0;
  for (const [part, argument = '', command] of text.matchAll(PARTS)) {
    if (part === '\r') column = 0;
    else if (part === '\n') {
      row += 1;
      lines[row] ??= '';
    } else if (command === undefined) {
      const line = lines[row] ?? '';
      if (column === 0 && line !== '') throw new Error(`"${part}" is written over "${line}"`);
      lines[row] = line + part;
      column += measureColumns(part);
      if (!wraps) widest = Math.max(widest, column);
    } else if (command === 'A') row -= Number(argument);
    else if (command === 'J' && argument === '0') lines.splice(row, Infinity, '');
    else if (argument === '?7') wraps = command === 'h';
    else if (command !== 'm' && argument !== '?25')
      throw new Error(`unknown: ${argument}${command}`);
  }
  return { lines: withoutWaits(lines), widest };
}

function measureColumns(text: string): number {
  return [...graphemes.segment(text)].reduce((sum, { segment }) => sum + stringWidth(segment), 0);
}
