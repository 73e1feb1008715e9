/** Node's `buffer`: a port with additions. */
import ported, { Buffer } from 'node:buffer';

type Method = (this: unknown, ...args: unknown[]) => unknown;

const URL_SAFE = /^base64-?url$/i;

/** Replaces an encoding that the port lacks. */
function known(given: unknown): unknown {
  return typeof given === 'string' && URL_SAFE.test(given) ? 'base64' : given;
}

/** Adds an encoding to functions of the port, in any argument except the first. */
function extend(owner: object, names: readonly string[]): void {
  const methods = owner as Record<string, Method>;
  for (const name of names) {
    const method = methods[name];
    if (method !== undefined)
      methods[name] = function (this: unknown, first, ...rest) {
        return method.call(this, first, ...rest.map(known));
      };
  }
}

const { toString: shown } = Buffer.prototype as unknown as { toString: Method };
extend(Buffer, ['from', 'byteLength', 'alloc']);
extend(Buffer.prototype, ['write', 'indexOf', 'includes', 'fill']);
const isEncoding = Buffer.isEncoding.bind(Buffer);
Object.assign(Buffer, {
  isEncoding: (encoding: string): boolean => URL_SAFE.test(encoding) || isEncoding(encoding),
});
Object.assign(Buffer.prototype, {
  toString(this: unknown, encoding?: unknown, ...range: unknown[]): unknown {
    const text = shown.call(this, known(encoding), ...range);
    if (typeof text !== 'string' || known(encoding) === encoding) return text;
    return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  },
});

const { atob, btoa, Blob, File } = globalThis;

function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 128);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

export { Buffer };
export default { ...ported, Buffer, atob, btoa, Blob, File, isAscii, isUtf8 };
