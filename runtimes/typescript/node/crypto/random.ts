import { Buffer } from '../buffer.js';

type Done<Value> = (error: Error | null, value?: Value) => void;

/** Maximum number of bytes that the web's function returns at once. */
const AT_ONCE = 65_536;
const MAX_BYTES = 2 ** 31 - 1;
const MAX_RANGE = 2 ** 48 - 1;

export function randomFillSync<View extends ArrayBufferView>(
  view: View,
  offset = 0,
  size = view.byteLength - offset,
): View {
  const bytes = new Uint8Array(view.buffer, view.byteOffset + offset, size);
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    crypto.getRandomValues(bytes.subarray(at, at + AT_ONCE) as Uint8Array<ArrayBuffer>);
  return view;
}

export function randomFill<View extends ArrayBufferView>(
  view: View,
  ...rest: (number | Done<View>)[]
): void {
  const done = rest.pop() as Done<View>;
  randomFillSync(view, ...(rest as number[]));
  setTimeout(() => done(null, view), 0);
}

export function randomBytes(size: number, done?: Done<Buffer>): Buffer | undefined {
  if (typeof size !== 'number' || !(size >= 0 && size <= MAX_BYTES)) {
    const error = new RangeError(`The value of "size" is out of range: ${String(size)}`);
    throw Object.assign(error, { code: 'ERR_OUT_OF_RANGE' });
  }
  const bytes = randomFillSync(Buffer.alloc(size));
  if (done === undefined) return bytes;
  setTimeout(() => done(null, bytes), 0);
  return undefined;
}

/** Returns a uniformly distributed integer from `min` up to but excluding `max`. */
export function randomInt(
  first: number,
  second?: number | Done<number>,
  done?: Done<number>,
): number | undefined {
  if (typeof second === 'function') return randomInt(0, first, second);
  const min = second === undefined ? 0 : first;
  const max = second ?? first;
  const range = max - min;
  if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max) || range <= 0 || range > MAX_RANGE)
    throw new RangeError(`randomInt: there is no number from ${min} to below ${max}`);
  const limit = MAX_RANGE - (MAX_RANGE % range);
  let value: number;
  do {
    const bytes = randomFillSync(new Uint8Array(6));
    value = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  } while (value >= limit);
  const made = min + (value % range);
  if (done === undefined) return made;
  setTimeout(() => done(null, made), 0);
  return undefined;
}

export function timingSafeEqual(one: ArrayBufferView, other: ArrayBufferView): boolean {
  const a = new Uint8Array(one.buffer, one.byteOffset, one.byteLength);
  const b = new Uint8Array(other.buffer, other.byteOffset, other.byteLength);
  if (a.length !== b.length) {
    const error = new RangeError('Input buffers must have the same byte length');
    throw Object.assign(error, { code: 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH' });
  }
  let differs = 0;
  for (let index = 0; index < a.length; index += 1) differs |= (a[index] ?? 0) ^ (b[index] ?? 0);
  return differs === 0;
}
