import { styleText } from 'node:util';
import { readClientEnvironment } from '../../base/config/client-environment.js';
import { type Output, own, stderr } from './output.js';

/** Columns if the width is not known. */
const COLUMNS = 80;
const MIN_COLUMNS = 20;

/** Returns whether the command can ask its user. */
export function isInteractive(): boolean {
  return process.stdin.isTTY && stderr.isTTY;
}

/** Returns whether lines may be written over: on a terminal that is not a dumb one. */
export function canRedraw(output: Output): boolean {
  return output.isTTY && !readClientEnvironment().plainTerminal;
}

export function columnsOf({ columns }: Output): number {
  return Math.max(MIN_COLUMNS, columns || COLUMNS);
}

export type Format = Parameters<typeof styleText>[0];

/** Colours text where `output` shows colours: NO_COLOR, FORCE_COLOR and what is no terminal count. */
export function style(format: Format, { stream }: Output): (text: string) => string {
  const [open = '', close = ''] = styleText(format, 'x', { stream, validateStream: true })
    .split('x')
    .map(own);
  return (text) => open + text + close;
}
