import type { ConversionProgress } from '../../../sandbox/conversion/document-converter.js';

/** The progress of a document that waits for its conversion, or is being converted. */
export interface DocumentProgress {
  /** Its place among the waiting documents of the project, 1 for the next one; null for one that does not wait. */
  place: number | null;
  /** The count of its converter; null before it has counted anything. */
  counted: ConversionProgress | null;
  /** An estimate; null while nothing is known. */
  secondsLeft: number | null;
}

/** As the API shows it. */
export function progressJson({ place, counted, secondsLeft }: DocumentProgress) {
  const { done, total, unit } = counted ?? { done: null, total: null, unit: null };
  return { place, done, total, unit, seconds_left: secondsLeft };
}
