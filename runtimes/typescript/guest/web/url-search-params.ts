import {
  charCodeAt,
  fromCharCode,
  indexOf,
  keys,
  replaceAll,
  slice,
  toText,
  toWellFormed,
  TypeErrorClass,
  Uint8ArrayClass,
} from '../intrinsics.js';
import { decodeUtf8, encodeUtf8 } from './utf8.js';

type Pair = readonly [name: string, value: string];

/** Functions with which a URL keeps its `search` and `searchParams` in sync; not for scripts. */
let replace: (params: URLSearchParams, query: string) => void;
let link: (params: URLSearchParams, onChange: (query: string) => void) => void;

export class URLSearchParams {
  #pairs: Pair[] = [];
  #onChange: ((query: string) => void) | null = null;

  static {
    replace = (params, query) => {
      params.#pairs = parse(query);
    };
    link = (params, onChange) => {
      params.#onChange = onChange;
    };
  }

  constructor(init: unknown = '') {
    if (typeof init !== 'object' || init === null) {
      const text = toText(init);
      this.#pairs = parse(charCodeAt(text, 0) === 63 ? slice(text, 1, text.length) : text);
    } else if (Symbol.iterator in init) {
      for (const entry of init as Iterable<Iterable<unknown>>) {
        const [name, value, ...more] = [...entry];
        if (value === undefined || more.length > 0)
          throw new TypeErrorClass('URLSearchParams needs pairs of a name and a value');
        this.append(name, value);
      }
    } else {
      const names = keys(init);
      for (let index = 0; index < names.length; index += 1) {
        const name = names[index] ?? '';
        this.append(name, (init as Record<string, unknown>)[name]);
      }
    }
  }

  get size(): number {
    return this.#pairs.length;
  }

  append(name: unknown, value: unknown): void {
    this.#pairs[this.#pairs.length] = [toWellFormedText(name), toWellFormedText(value)];
    this.#changed();
  }

  delete(name: unknown, value?: unknown): void {
    const wanted = toWellFormedText(name);
    const only = value === undefined ? null : toWellFormedText(value);
    this.#keep((pair) => pair[0] !== wanted || (only !== null && pair[1] !== only));
  }

  get(name: unknown): string | null {
    return this.getAll(name)[0] ?? null;
  }

  getAll(name: unknown): string[] {
    const wanted = toWellFormedText(name);
    const found: string[] = [];
    for (let index = 0; index < this.#pairs.length; index += 1) {
      const pair = this.#pairs[index];
      if (pair?.[0] === wanted) found[found.length] = pair[1];
    }
    return found;
  }

  has(name: unknown, value?: unknown): boolean {
    const all = this.getAll(name);
    if (value === undefined) return all.length > 0;
    const wanted = toWellFormedText(value);
    for (let index = 0; index < all.length; index += 1) if (all[index] === wanted) return true;
    return false;
  }

  set(name: unknown, value: unknown): void {
    const pair: Pair = [toWellFormedText(name), toWellFormedText(value)];
    let done = false;
    for (let index = 0; index < this.#pairs.length && !done; index += 1) {
      if (this.#pairs[index]?.[0] !== pair[0]) continue;
      this.#pairs[index] = pair;
      done = true;
    }
    if (!done) return this.append(name, value);
    this.#keep((other) => other[0] !== pair[0] || other === pair);
  }

  /** Sorts by name, in the order of UTF-16 units; parameters of the same name keep their order. */
  sort(): void {
    const sorted: Pair[] = [];
    for (let index = 0; index < this.#pairs.length; index += 1) {
      const pair = this.#pairs[index];
      if (pair === undefined) continue;
      let at = sorted.length;
      for (; at > 0 && (sorted[at - 1]?.[0] ?? '') > pair[0]; at -= 1)
        sorted[at] = sorted[at - 1] ?? pair;
      sorted[at] = pair;
    }
    this.#pairs = sorted;
    this.#changed();
  }

  forEach(callback: (value: string, name: string, params: URLSearchParams) => void): void {
    for (let index = 0; index < this.#pairs.length; index += 1) {
      const pair = this.#pairs[index];
      if (pair !== undefined) callback(pair[1], pair[0], this);
    }
  }

  *entries(): Generator<[string, string]> {
    for (let index = 0; index < this.#pairs.length; index += 1) {
      const pair = this.#pairs[index];
      if (pair !== undefined) yield [pair[0], pair[1]];
    }
  }

  *keys(): Generator<string> {
    for (const [name] of this.entries()) yield name;
  }

  *values(): Generator<string> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): Generator<[string, string]> {
    return this.entries();
  }

  toString(): string {
    let text = '';
    for (let index = 0; index < this.#pairs.length; index += 1) {
      const [name = '', value = ''] = this.#pairs[index] ?? [];
      text += `${index === 0 ? '' : '&'}${escape(name)}=${escape(value)}`;
    }
    return text;
  }

  #keep(wanted: (pair: Pair) => boolean): void {
    const kept: Pair[] = [];
    for (let index = 0; index < this.#pairs.length; index += 1) {
      const pair = this.#pairs[index];
      if (pair !== undefined && wanted(pair)) kept[kept.length] = pair;
    }
    this.#pairs = kept;
    this.#changed();
  }

  #changed(): void {
    this.#onChange?.(this.toString());
  }
}

/** Returns the parameters of a URL: `onChange` receives the new query after every change made through them. */
export function linkedParams(onChange: (query: string) => void): {
  params: URLSearchParams;
  setQuery(query: string): void;
} {
  const params = new URLSearchParams();
  link(params, onChange);
  return { params, setQuery: (query) => replace(params, query) };
}

function toWellFormedText(value: unknown): string {
  return toWellFormed(toText(value));
}

function parse(query: string): Pair[] {
  const pairs: Pair[] = [];
  for (let from = 0; from <= query.length;) {
    const next = indexOf(query, '&', from);
    const end = next === -1 ? query.length : next;
    const part = slice(query, from, end);
    from = end + 1;
    if (part === '') continue;
    const equals = indexOf(part, '=', 0);
    const name = equals === -1 ? part : slice(part, 0, equals);
    const value = equals === -1 ? '' : slice(part, equals + 1, part.length);
    pairs[pairs.length] = [unescape(name), unescape(value)];
  }
  return pairs;
}

function unescape(text: string): string {
  const spaced = replaceAll(toWellFormed(text), '+', ' ');
  if (indexOf(spaced, '%', 0) === -1) return spaced;
  const bytes = encodeUtf8(spaced);
  const made = new Uint8ArrayClass(bytes.length);
  let length = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const high = hexValue(bytes[index + 1]);
    const low = hexValue(bytes[index + 2]);
    const escaped = bytes[index] === 37 && high >= 0 && low >= 0;
    made[length] = escaped ? high * 16 + low : (bytes[index] ?? 0);
    length += 1;
    if (escaped) index += 2;
  }
  const text8 = new Uint8ArrayClass(made.buffer, 0, length);
  return decodeUtf8(text8);
}

function hexValue(code: number | undefined): number {
  if (code === undefined) return -1;
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

const HEX = '0123456789ABCDEF';

function escape(text: string): string {
  const bytes = encodeUtf8(text);
  let escaped = '';
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (isPlain(byte)) escaped += fromCharCode(byte);
    else if (byte === 32) escaped += '+';
    else escaped += `%${HEX[byte >> 4] ?? ''}${HEX[byte & 15] ?? ''}`;
  }
  return escaped;
}

/** Returns whether a byte is a letter, a digit or one of * - . _ */
function isPlain(byte: number): boolean {
  const letter = byte | 32;
  if ((letter >= 97 && letter <= 122) || (byte >= 48 && byte <= 57)) return true;
  return byte === 42 || byte === 45 || byte === 46 || byte === 95;
}

/** Creates the functions on first use. @see scripts/in-one-function.mjs */
export function makeUrlSearchParams() {
  return { URLSearchParams, linkedParams };
}
