import {
  assign,
  create,
  ErrorClass,
  isArray,
  keys,
  parse,
  RangeErrorClass,
  stringify,
  TypeErrorClass,
  Uint8ArrayClass,
} from '../intrinsics.js';
import { DOMException } from './dom-exception.js';
import { host } from './host.js';

type Fields = Record<string, unknown>;
type Bytes = Uint8Array<ArrayBuffer>;

/** Maximum length of a request without its bytes. */
const MAX_TEXT = 256 * 1024;
/** Maximum number of bytes, as in the supervisor, which would refuse more only after copying them. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Asks the supervisor for a computation over bytes; with `later` in a thread, while this one waits. Returns bytes, or a
 * value.
 * @see ../../compute/index.ts
 */
export function compute(op: string, fields: Fields, later = false): unknown {
  // The text of the request comes first, followed by its bytes.
  const sent: unknown[] = later ? [''] : ['compute', ''];
  const first = sent.length;
  let size = 0;
  const placed = (value: unknown): unknown => {
    if (value instanceof Uint8ArrayClass) {
      size += value.length;
      // Sending a view would copy its whole buffer.
      sent[sent.length] =
        value.length === value.buffer.byteLength ? value : new Uint8ArrayClass(value);
      return { $: sent.length - 1 - first };
    }
    if (typeof value !== 'object' || value === null || isArray(value)) return value;
    const made = create(null) as Fields;
    const names = keys(value);
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index] ?? '';
      made[name] = placed((value as Fields)[name]);
    }
    return made;
  };
  const request = placed(fields) as Fields;
  request['op'] = op;
  if (size > MAX_BYTES)
    throw new DOMException(
      `One call takes at most ${MAX_BYTES} bytes, not ${size}: work on parts`,
      'QuotaExceededError',
    );
  const text = stringify(request);
  if (text.length > MAX_TEXT)
    throw new RangeErrorClass(`A request has at most ${MAX_TEXT} characters besides its bytes`);
  sent[first - 1] = text;
  const answer = host.compute(sent, later);
  if (typeof answer !== 'string') return new Uint8ArrayClass(answer) as Bytes;
  const { value, error } = parse(answer) as { value?: unknown; error?: [string, string, string] };
  if (error !== undefined) throw createError(...error);
  return value;
}

function createError(name: string, message: string, code: string): Error {
  if (name === 'TypeError') return withCode(new TypeErrorClass(message), code);
  if (name === 'RangeError') return withCode(new RangeErrorClass(message), code);
  if (name === 'Error') return withCode(new ErrorClass(message), code);
  return new DOMException(message, name);
}

function withCode(error: Error, code: string): Error {
  return code === '' ? error : assign(error, { code });
}

/** Creates the functions on first use. @see scripts/in-one-function.mjs */
export function makeCompute() {
  return { compute };
}
