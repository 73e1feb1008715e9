import type { ConversionProgress } from '../../../sandbox/conversion/document-converter.js';

/** Minimum measuring time for a meaningful speed, in ms. */
const LEAST_MS = 1_000;
/** Maximum number of recorded durations, so that old ones do not affect the estimates. */
const MOST_TIMES = 20;
const FEWEST_TIMES = 3;

/** Speed of one conversion, measured from the progress that its converter reports. */
export class ConversionSpeed {
  private first: { done: number; at: number } | null = null;
  private last: { count: ConversionProgress; at: number } | null = null;

  add(count: ConversionProgress, now = performance.now()): void {
    // A retry counts from the start again.
    if (this.first === null || count.done < this.first.done)
      this.first = { done: count.done, at: now };
    this.last = { count, at: now };
  }

  /**
   * Estimates the remaining seconds from the speed so far; null if the speed is unknown, or if the estimate has passed
   * without further progress.
   */
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

/** Durations of recent conversions, to estimate the wait of queued documents. */
export class ConversionTimes {
  private readonly times: number[] = [];

  add(ms: number): void {
    this.times.push(ms);
    if (this.times.length > MOST_TIMES) this.times.shift();
  }

  /**
   * Estimates the seconds until the document at a place in the queue is converted, with `atOnce` conversions at a time;
   * null if too few durations are known.
   */
  secondsUntil(place: number, atOnce: number): number | null {
    if (this.times.length < FEWEST_TIMES) return null;
    const mean = this.times.reduce((sum, each) => sum + each, 0) / this.times.length;
    return Math.ceil(((place / Math.max(1, atOnce) + 1) * mean) / 1000);
  }
}
