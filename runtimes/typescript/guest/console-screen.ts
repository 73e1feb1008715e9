import type { LogLevel } from '../../../src/sandbox/runtime/protocol.js';

/** The output of the `console` methods of a run. */
export interface Screen {
  print: (level: LogLevel, values: readonly unknown[]) => void;
  /** Writes a warning as Node does. */
  warn: (text: string) => void;
  /** Returns the current time in ms. */
  now: () => number;
}
