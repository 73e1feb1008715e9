import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter();
// oxlint-disable-next-line no-control-regex
const PARTS = /\u001b\[(\??[\d;]*)([A-Za-z])|\r|\n|[^\u001b\r\n]+/g;

export interface Screen {
  /** All lines, including those that have scrolled away. */
  lines: string[];
  /** Columns of the widest line that was written without wrapping, as lines are that are overwritten later. */
  widest: number;
}

/** The line that a command prints while it waits on a busy machine. */
const WAIT = /^waiting for .* …$/;

/** Removes the lines that report waiting. */
export function withoutWaits(lines: readonly string[]): string[] {
  return lines.filter((line) => !WAIT.test(line));
}

/**
 * Returns the screen of a terminal that received this text, without the lines that report waiting. Throws for unknown
 * control sequences.
 */
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
