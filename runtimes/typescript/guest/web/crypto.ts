import { charCodeAt, isView, slice } from '../intrinsics.js';
import { bytesOf } from './bytes.js';
import { DOMException } from './dom-exception.js';
import { host } from './host.js';

const MAX_BYTES = 65_536;
const HEX = '0123456789abcdef';

/** Randomness comes from the supervisor: an isolate's own state is a copy that others have as well. */
export const crypto = {
  getRandomValues<View>(view: View): View {
    const bytes = isView(view) ? bytesOf(view) : null;
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

  /** A random UUID (version 4). */
  randomUUID(): string {
    const random = host.ask('random', '16');
    let hex = '';
    for (let index = 0; index < 16; index += 1) {
      const byte = charCodeAt(random, index);
      const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
      hex += `${HEX[marked >> 4] ?? ''}${HEX[marked & 15] ?? ''}`;
    }
    const part = (from: number, to: number): string => slice(hex, from, to);
    return `${part(0, 8)}-${part(8, 12)}-${part(12, 16)}-${part(16, 20)}-${part(20, 32)}`;
  },
};
