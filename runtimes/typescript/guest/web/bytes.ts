import { isView, Uint8ArrayClass, uncurry } from '../intrinsics.js';

/** Returns the length of a buffer. Throws for everything except a real ArrayBuffer, whatever its prototype. */
export const bufferLength = uncurry<ArrayBuffer, [], number>(
  Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength')?.get as () => number,
);

/** Returns the bytes of an ArrayBuffer or a view, without copying them; null for anything else. */
export function toBytesOrNull(value: unknown): Uint8Array<ArrayBuffer> | null {
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
