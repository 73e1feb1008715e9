/** Random numbers that depend on a seed and an index only, so that a single request can be reproduced. */
export class Random {
  private state: number;

  constructor(seed: number, index = 0) {
    this.state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0;
  }

  /** Returns a number from 0 up to, but excluding, 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns an integer from 0 up to, but excluding, `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** Returns true with a probability of `chance` percent. */
  percent(chance: number): boolean {
    return this.next() * 100 < chance;
  }

  pick<T>(from: readonly T[]): T {
    const found = from[this.below(from.length)];
    if (found === undefined) throw new Error('there is nothing to pick');
    return found;
  }
}

/** Splits a list whose items are separated by " ·", followed by a space or by a new line. */
export function listed(text: string): string[] {
  return text.split(/ ·(?: |\n {2})/);
}
