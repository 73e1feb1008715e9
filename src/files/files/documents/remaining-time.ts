import type { ConversionProgress } from '../../../sandbox/conversion/document-converter.js';

/** A speed that was measured for less time than this says little (ms). */
const LEAST_MS = 1_000;
/** Conversions whose times are kept: the speed of today is not that of last week. */
const MOST_TIMES = 20;
const FEWEST_TIMES = 3;

/** The speed of one conversion, by the counts that its converter reports. */
export class ConversionSpeed {
  private first: { done: number; at: number } | null = null;
  private last: { count: ConversionProgress; at: number } | null = null;

  add(count: ConversionProgress, now = performance.now()): void {
    // A second attempt counts from the start again.
    if (this.first === null || count.done < this.first.done)
      this.first = { done: count.done, at: now };
    this.last = { count, at: now };
  }

  /** Returns the seconds that are left by the speed so far; null while that is not known, and where more than they have passed without a count. */
  secondsLeft(now = performance.now()): number | null {
    const { first, last } = this;
    if (first === null || last === null) return null;
    const { done, total } = last.count;
    const took = last.at - first.at;
    if (total === null || done === first.done || took < LEAST_MS) return null;
    const left = (took / (done - first.done)) * Math.max(0, total - done) - (now - last.at);
    return left > 0 ? Math.ceil(left / 1000) : null;
  }
}

/** The times that conversions have taken of late, for the estimate of those that wait. */
export class ConversionTimes {
  private readonly times: number[] = [];

  add(ms: number): void {
    this.times.push(ms);
    if (this.times.length > MOST_TIMES) this.times.shift();
  }

  /** Returns the seconds until the document of a place in the queue is converted, where so many are converted at a time; null while too few have been. */
  secondsUntil(place: number, atOnce: number): number | null {
    if (this.times.length < FEWEST_TIMES) return null;
    const mean = this.times.reduce((sum, each) => sum + each, 0) / this.times.length;
    return Math.ceil(((place / Math.max(1, atOnce) + 1) * mean) / 1000);
  }
}
