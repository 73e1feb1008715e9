import { describe, expect, it } from '@jest/globals';
import { toBytes, unitVector } from './embedding.js';
import { listNearest } from './nearest.js';
import { VectorPack } from './vector-pack.js';

const LENGTH = 7;

/** Returns a distinct direction for each seed. */
function createVector(seed: number): Float32Array {
  const numbers = Array.from({ length: LENGTH }, (_, at) => Math.sin(seed * 12.9898 + at * 78.233));
  const vector = unitVector(numbers);
  if (vector === null) throw new Error('no direction');
  return vector;
}

function nearestIn(
  pack: VectorPack,
  vector: Float32Array,
  most: number,
  only: number[] | null = null,
): number[] {
  return listNearest({ vector, blocks: pack.compared, most, only }).map(({ number }) => number);
}

describe('a pack of vectors', () => {
  it('a pack returns the same nearest vectors as a full comparison', () => {
    const pack = new VectorPack(LENGTH);
    const seeds = Array.from({ length: 300 }, (_, seed) => seed);
    for (const seed of seeds) pack.put(seed, toBytes(createVector(seed)));
    for (let seed = 0; seed < 300; seed += 3) pack.remove(seed);
    const wanted = createVector(1_000);
    const cosine = (seed: number): number =>
      createVector(seed).reduce((sum, one, at) => sum + one * (wanted[at] ?? 0), 0);
    const expected = seeds
      .filter((seed) => seed % 3 !== 0)
      .toSorted((one, other) => cosine(other) - cosine(one))
      .slice(0, 20);
    expect(pack.size).toBe(200);
    expect(nearestIn(pack, wanted, 20)).toEqual(expected);
  });

  it('a pack replaces the vector of a memory, and drops it for one of another length', () => {
    const pack = new VectorPack(LENGTH);
    pack.put(1, toBytes(createVector(1)));
    pack.put(2, toBytes(createVector(2)));
    pack.put(1, toBytes(createVector(3)));
    expect(nearestIn(pack, createVector(3), 1)).toEqual([1]);
    pack.put(1, toBytes(createVector(3).subarray(1)));
    expect(nearestIn(pack, createVector(3), 5)).toEqual([2]);
    pack.remove(1);
    pack.remove(2);
    expect([pack.size, nearestIn(pack, createVector(2), 5)]).toEqual([0, []]);
  });

  it('a pack of several blocks keeps each vector with its number as others leave', () => {
    const length = 100_000;
    const along = (at: number): Float32Array => {
      const vector = new Float32Array(length);
      vector[at] = 1;
      return vector;
    };
    const pack = new VectorPack(length, 40);
    for (let number = 0; number < 50; number += 1) pack.put(number, toBytes(along(number)));
    expect([pack.size, pack.compared.length]).toEqual([40, 3]);
    for (const number of [0, 17, 39, 38, 37, 36, 35, 34, 33, 32]) pack.remove(number);
    expect([pack.size, pack.compared.map(({ count }) => count)]).toEqual([30, [16, 14]]);
    const others = Array.from({ length: 32 }, (_, number) => number);
    for (const number of others.filter((one) => ![0, 17].includes(one)))
      expect(nearestIn(pack, along(number), 1)).toEqual([number]);
  });

  it('only the vectors that are named are compared', () => {
    const pack = new VectorPack(LENGTH);
    for (const number of [1, 2, 3, 4]) pack.put(number, toBytes(createVector(number)));
    expect(new Set(nearestIn(pack, createVector(3), 3, [4, 2]))).toEqual(new Set([2, 4]));
  });

  it('the later of two equally near vectors comes first', () => {
    const pack = new VectorPack(LENGTH);
    for (const number of [4, 9, 2]) pack.put(number, toBytes(createVector(1)));
    expect(nearestIn(pack, createVector(1), 2)).toEqual([9, 4]);
  });
});

describe('a vector', () => {
  it('a unit vector has length 1, and a vector without a direction has none', () => {
    expect(unitVector([3, 4])).toEqual(Float32Array.from([0.6, 0.8]));
    expect(unitVector([0, 0])).toBeNull();
    expect(unitVector([1e308, 1e308])).toBeNull();
    expect(unitVector([Number.NaN, 1])).toBeNull();
  });
});
