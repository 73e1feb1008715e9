/** An embedding model. Vectors of different models are never compared. */
export interface EmbeddingModel {
  /**
   * Id of the reference, the provider's name of the model, and the length. Changing any of them results in a different
   * model.
   */
  id: string;
  /** Length of a vector. */
  length: number;
}

const BYTES = Float32Array.BYTES_PER_ELEMENT;

/** Returns the unit vector in the same direction; null if there is no direction. */
export function unitVector(numbers: readonly number[]): Float32Array | null {
  const length = Math.sqrt(numbers.reduce((sum, one) => sum + one * one, 0));
  if (!Number.isFinite(length) || length === 0) return null;
  return Float32Array.from(numbers, (one) => one / length);
}

/** Returns a vector in the stored format. */
export function toBytes(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** Returns the size of a vector in bytes. */
export function computeVectorBytes(length: number): number {
  return length * BYTES;
}
