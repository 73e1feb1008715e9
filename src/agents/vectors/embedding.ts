/** A model as vectors are kept by it: those of two are never compared. */
export interface EmbeddingModel {
  /** Names the model, what its provider calls it, and its length: a change of any of them makes another. */
  id: string;
  /** Numbers of one vector. */
  length: number;
}

const BYTES = Float32Array.BYTES_PER_ELEMENT;

/** Returns a vector of length 1 in the same direction; null where there is no direction. */
export function unitVector(numbers: readonly number[]): Float32Array | null {
  const length = Math.sqrt(numbers.reduce((sum, one) => sum + one * one, 0));
  if (!Number.isFinite(length) || length === 0) return null;
  return Float32Array.from(numbers, (one) => one / length);
}

/** Returns a vector as it is stored. */
export function bytesOf(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** Returns the bytes of a vector with so many numbers. */
export function sizeOf(length: number): number {
  return length * BYTES;
}
