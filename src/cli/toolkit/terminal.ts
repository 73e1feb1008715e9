import { styleText } from 'node:util';
import { readClientEnvironment } from '../../base/config/client-environment.js';
import { type Output, own, stderr } from './output.js';

/** Number of columns if the width is unknown. */
const COLUMNS = 80;
const MIN_COLUMNS = 20;

/** Returns whether the command can prompt the user. */
export function isInteractive(): boolean {
  return process.stdin.isTTY && stderr.isTTY;
}

/** Returns whether lines can be redrawn: on a terminal that is not a dumb one. */
export function canRedraw(output: Output): boolean {
  return output.isTTY && !readClientEnvironment().plainTerminal;
}

export function measureColumns({ columns }: Output): number {
  return Math.max(MIN_COLUMNS, columns || COLUMNS);
}

export type Format = Parameters<typeof styleText>[0];

/**
 * Returns a function that colours text if `output` supports colours, according to NO_COLOR, FORCE_COLOR and the kind of
 * stream.
 */
export function style(format: Format, { stream }: Output): (text: string) => string {
  const [open = '', close = ''] = styleText(format, 'x', { stream, validateStream: true })
    .split('x')
    .map(own);
  return (text) => open + text + close;
}
