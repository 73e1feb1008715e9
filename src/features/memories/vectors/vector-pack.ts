import { sizeOf } from './embedding.js';

/** A memory by its number, and how much it means the same: the cosine, from -1 to 1. */
export interface Near {
  number: number;
  cosine: number;
}

/** Vectors that there is space for at first, and by how much it grows. */
const SPACE = 16;
const GROWTH = 1.25;

/** The vectors of one place, one after the other. */
export class VectorPack {
  /** That of the newest change that is in it. */
  version = 0;
  private readonly numbers: number[] = [];
  private readonly indexes = new Map<number, number>();
  private values: Float32Array;

  /** `length`: that of each vector. */
  constructor(private readonly length: number) {
    this.values = new Float32Array(SPACE * length);
  }

  get size(): number {
    return this.numbers.length;
  }

  get bytes(): number {
    return this.values.byteLength;
  }

  /** Puts the bytes of a vector in the place of those that the memory has. Bytes of another length are none. */
  put(number: number, bytes: Uint8Array): void {
    if (bytes.byteLength !== sizeOf(this.length)) {
      this.remove(number);
      return;
    }
    let index = this.indexes.get(number);
    if (index === undefined) {
      index = this.numbers.push(number) - 1;
      this.indexes.set(number, index);
      if (this.values.length < this.numbers.length * this.length) this.grow();
    }
    new Uint8Array(this.values.buffer).set(bytes, sizeOf(index * this.length));
  }

  remove(number: number): void {
    const index = this.indexes.get(number);
    if (index === undefined) return;
    this.indexes.delete(number);
    const last = this.numbers.pop();
    if (last === undefined || last === number) return;
    // The last one fills the gap.
    const from = this.numbers.length * this.length;
    this.values.copyWithin(index * this.length, from, from + this.length);
    this.numbers[index] = last;
    this.indexes.set(last, index);
  }

  /** Adds to `near`, which has at most `most` and the nearest first, those that are nearer to a vector of length 1. */
  nearest(vector: Float32Array, near: Near[], most: number): void {
    for (const [index, number] of this.numbers.entries()) {
      const cosine = this.cosine(index, vector);
      const last = near.at(-1);
      if (near.length >= most && last !== undefined && !isNearer({ number, cosine }, last))
        continue;
      const one = { number, cosine };
      near.splice(placeIn(near, one), 0, one);
      if (near.length > most) near.pop();
    }
  }

  /** Four sums, so that no addition has to wait for the one before: 10,000 vectors of 768 numbers take some 15 ms. */
  private cosine(index: number, vector: Float32Array): number {
    const { values, length } = this;
    const from = index * length;
    const whole = length - (length % 4);
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let at = 0; at < whole; at += 4) {
      a += (values[from + at] ?? 0) * (vector[at] ?? 0);
      b += (values[from + at + 1] ?? 0) * (vector[at + 1] ?? 0);
      c += (values[from + at + 2] ?? 0) * (vector[at + 2] ?? 0);
      d += (values[from + at + 3] ?? 0) * (vector[at + 3] ?? 0);
    }
    for (let at = whole; at < length; at += 1) a += (values[from + at] ?? 0) * (vector[at] ?? 0);
    return a + b + c + d;
  }

  private grow(): void {
    const space = Math.ceil(this.numbers.length * GROWTH);
    const values = new Float32Array(Math.max(SPACE, space) * this.length);
    values.set(this.values);
    this.values = values;
  }
}

function isNearer(one: Near, other: Near): boolean {
  return one.cosine > other.cosine || (one.cosine === other.cosine && one.number > other.number);
}

/** Returns the index at which one keeps the order. */
function placeIn(near: readonly Near[], one: Near): number {
  let [low, high] = [0, near.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const there = near[middle];
    if (there !== undefined && isNearer(there, one)) low = middle + 1;
    else high = middle;
  }
  return low;
}
