/** The outcome of a document: `converted`, else why not. */
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
  /** One of the supported formats, by content or else by name; `other` for the rest. */
  format: string;
  outcome: ConversionOutcome;
  /** Duration of all attempts, including the wait for a process. */
  seconds: number;
  attempts: number;
}

/** Figures on the converters, for monitoring. */
export abstract class ConversionMonitor {
  /** Live converter processes. */
  abstract readonly processes: number;
  /** Documents that wait for a process. */
  abstract readonly waiting: number;
  /** Why no converter process starts; null if nothing is known against it. */
  abstract readonly problem: string | null;

  /** Calls `listener` at the end of each document. */
  abstract subscribe(listener: (end: ConversionEnd) => void): void;
}
