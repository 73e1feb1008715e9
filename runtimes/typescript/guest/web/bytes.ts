import { isView, Uint8ArrayClass, uncurry } from '../intrinsics.js';

/** Throws for everything but a real ArrayBuffer, whatever its prototype. */
export const bufferLength = uncurry<ArrayBuffer, [], number>(
  Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength')?.get as () => number,
);

/** Returns the bytes behind an ArrayBuffer or a view of one, not copied; null for anything else. */
export function bytesOf(value: unknown): Uint8Array<ArrayBuffer> | null {
  if (isView(value)) {
    const { buffer, byteOffset, byteLength } = value as ArrayBufferView<ArrayBuffer>;
    return new Uint8ArrayClass(buffer, byteOffset, byteLength);
  }
  try {
    bufferLength(value as ArrayBuffer);
  } catch {
    return null;
  }
  return new Uint8ArrayClass(value as ArrayBuffer);
}
