import { charCodeAt, indexOf, isView, slice } from '../intrinsics.js';
import { toBytesOrNull } from './bytes.js';
import { DOMException } from './dom-exception.js';
import { host } from './host.js';
import { platform } from './platform.js';

const MAX_BYTES = 65_536;
const HEX = '0123456789abcdef';

/** Random values come from the supervisor: an isolate's own state is a copy that other isolates share. */
const crypto = {
  get subtle(): object {
    return platform<{ subtle: object }>('subtle').subtle;
  },

  getRandomValues<View>(view: View): View {
    const bytes = isView(view) ? toBytesOrNull(view) : null;
    if (bytes === null || view instanceof Float64Array || view instanceof Float32Array)
      throw new DOMException(
        'crypto.getRandomValues needs a typed array of integers',
        'TypeMismatchError',
      );
    if (bytes.length > MAX_BYTES)
      throw new DOMException(
        `crypto.getRandomValues gives at most ${MAX_BYTES} bytes at once`,
        'QuotaExceededError',
      );
    const random = host.ask('random', `${bytes.length}`);
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = charCodeAt(random, index);
    return view;
  },

  /** Returns a random UUID (version 4). */
  randomUUID(): string {
    const hex = randomHex(16);
    const part = (from: number, to: number): string => slice(hex, from, to);
    const variant = HEX[8 | (indexOf(HEX, part(16, 17), 0) & 3)] ?? '';
    return `${part(0, 8)}-${part(8, 12)}-4${part(13, 16)}-${variant}${part(17, 20)}-${part(20, 32)}`;
  },
};

/** Returns `count` random bytes in hexadecimal. */
export function randomHex(count: number): string {
  const random = host.ask('random', `${count}`);
  let hex = '';
  for (let index = 0; index < count; index += 1) {
    const byte = charCodeAt(random, index);
    hex += `${HEX[byte >> 4] ?? ''}${HEX[byte & 15] ?? ''}`;
  }
  return hex;
}

/** Creates the functions on first use. @see scripts/in-one-function.mjs */
export function makeCrypto() {
  return { crypto, randomHex };
}
