import type { ConversionProgress } from '../../../sandbox/conversion/document-converter.js';

/** Progress of a document that is waiting for its conversion or being converted. */
export interface DocumentProgress {
  /** Place among the waiting documents of the project, 1 for the next one; null if it is not waiting. */
  place: number | null;
  /** Progress counted by the converter; null before the first count. */
  counted: ConversionProgress | null;
  /** Estimate; null if there is not enough data. */
  secondsLeft: number | null;
}

/** Returns the progress as shown by the API. */
export function progressJson({ place, counted, secondsLeft }: DocumentProgress) {
  const { done, total, unit } = counted ?? { done: null, total: null, unit: null };
  return { place, done, total, unit, seconds_left: secondsLeft };
}
