/** Numbers that depend on a seed and an index alone, so that one request can be made again by itself. */
export class Random {
  private state: number;

  constructor(seed: number, index = 0) {
    this.state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0;
  }

  /** From 0 up to 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0 up to below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** True in so many of a hundred cases. */
  percent(chance: number): boolean {
    return this.next() * 100 < chance;
  }

  pick<T>(from: readonly T[]): T {
    const found = from[this.below(from.length)];
    if (found === undefined) throw new Error('there is nothing to pick');
    return found;
  }
}

/** Returns the items of a text that has " · " between them, the last of a line and the next one as well. */
export function listed(text: string): string[] {
  return text.split(/ ·(?: |\n {2})/);
}
