import type { LogLevel } from '../../../src/sandbox/runtime/protocol.js';

/** The side of a run that the methods of `console` write on. */
export interface Screen {
  print: (level: LogLevel, values: readonly unknown[]) => void;
  /** Writes a warning of Node itself. */
  warn: (text: string) => void;
  /** Returns a time in ms. */
  now: () => number;
}
