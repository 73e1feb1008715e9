import { styleText } from 'node:util';
import { readClientEnvironment } from '../../base/config/client-environment.js';

/** Columns if the width is not known. */
const COLUMNS = 80;
const MIN_COLUMNS = 20;

/** Returns whether the command can ask its user. */
export function isInteractive(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/** Returns whether lines may be written over: on a terminal that is not a dumb one. */
export function canRedraw(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY && !readClientEnvironment().plainTerminal;
}

export function columnsOf(stream: NodeJS.WriteStream): number {
  return Math.max(MIN_COLUMNS, stream.columns || COLUMNS);
}

type Format = Parameters<typeof styleText>[0];

/** Colours text where `stream` shows colours: NO_COLOR, FORCE_COLOR and what is no terminal count. */
export function style(format: Format, stream: NodeJS.WriteStream): (text: string) => string {
  return (text) => styleText(format, text, { stream, validateStream: true });
}
