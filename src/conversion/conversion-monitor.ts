/** How a document ended: `converted`, else why not. */
export type ConversionOutcome =
  | 'converted'
  | 'unsupported'
  | 'unreadable'
  | 'too_large'
  | 'timeout'
  | 'memory'
  | 'crash'
  | 'unavailable'
  | 'interrupted';

export interface ConversionEnd {
  /** One of the formats that are converted, by content or else by name; `other` for the rest. */
  format: string;
  outcome: ConversionOutcome;
  /** With all attempts, and the wait for a process. */
  seconds: number;
  attempts: number;
}

/** What the converters do, for those who watch over the server. */
export abstract class ConversionMonitor {
  /** Converter processes that live. */
  abstract readonly processes: number;
  /** Documents that wait for one. */
  abstract readonly waiting: number;
  /** Calls `listener` at the end of each document. */
  abstract subscribe(listener: (end: ConversionEnd) => void): void;
}
