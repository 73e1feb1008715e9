/** The outcome of a document: `converted`, or the reason why not. */
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
  /** A supported format, detected from the content or else from the name; `other` for anything else. */
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
  /** Reason why no converter process starts; null if no problem is known. */
  abstract readonly problem: string | null;

  /** Calls `listener` at the end of each document. */
  abstract subscribe(listener: (end: ConversionEnd) => void): void;
}
