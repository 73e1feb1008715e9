import {
  charCodeAt,
  includes,
  keys,
  slice,
  toLowerCase,
  toText,
  TypeErrorClass,
} from '../intrinsics.js';

export type HeaderPair = readonly [name: string, value: string];
/** The headers that may be changed: all, all except those that the service sets, or none. */
export type Guard = 'none' | 'request' | 'immutable';

const TOKEN = "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/**
 * Connection headers, which the service sets. Setting them in a request has no effect, as the standard requires for
 * forbidden names. Names that are forbidden only to protect a browser's user, such as Cookie, are allowed.
 */
const CONNECTION_HEADERS =
  ' connection content-length expect host http2-settings keep-alive te trailer transfer-encoding upgrade ';
const COOKIE = 'set-cookie';

let setGuard: (headers: Headers, guard: Guard) => void;
let pairs: (headers: Headers) => readonly HeaderPair[];

/** Implements https://fetch.spec.whatwg.org/#headers-class; names are kept in lower case. */
export class Headers {
  #pairs: HeaderPair[] = [];
  #guard: Guard = 'none';

  static {
    setGuard = (headers, guard) => {
      headers.#guard = guard;
    };
    pairs = (headers) => headers.#pairs;
  }

  constructor(init?: unknown) {
    if (init !== undefined) this.#fill(init);
  }

  get [Symbol.toStringTag](): string {
    return 'Headers';
  }

  append(name: unknown, value: unknown): void {
    const pair: HeaderPair = [normaliseName(name), normaliseValue(value)];
    if (this.#refuses(pair[0])) return;
    this.#pairs[this.#pairs.length] = pair;
  }

  delete(name: unknown): void {
    const wanted = normaliseName(name);
    if (!this.#refuses(wanted)) this.#keep((pair) => pair[0] !== wanted);
  }

  /** Returns all values of a name, separated by commas, or cookies by semicolons, or null. */
  get(name: unknown): string | null {
    const wanted = normaliseName(name);
    let found: string | null = null;
    for (let index = 0; index < this.#pairs.length; index += 1) {
      const pair = this.#pairs[index];
      if (pair?.[0] === wanted)
        found = found === null ? pair[1] : found + selectSeparator(wanted) + pair[1];
    }
    return found;
  }

  getSetCookie(): string[] {
    const found: string[] = [];
    for (let index = 0; index < this.#pairs.length; index += 1) {
      const pair = this.#pairs[index];
      if (pair?.[0] === COOKIE) found[found.length] = pair[1];
    }
    return found;
  }

  has(name: unknown): boolean {
    return this.get(name) !== null;
  }

  set(name: unknown, value: unknown): void {
    const pair: HeaderPair = [normaliseName(name), normaliseValue(value)];
    if (this.#refuses(pair[0])) return;
    let done = false;
    for (let index = 0; index < this.#pairs.length && !done; index += 1) {
      if (this.#pairs[index]?.[0] !== pair[0]) continue;
      this.#pairs[index] = pair;
      done = true;
    }
    if (!done) this.#pairs[this.#pairs.length] = pair;
    else this.#keep((other) => other[0] !== pair[0] || other === pair);
  }

  forEach(callback: (value: string, name: string, headers: Headers) => void, self?: unknown): void {
    if (typeof callback !== 'function')
      throw new TypeErrorClass('Headers.forEach needs a function');
    for (let index = 0; ; index += 1) {
      const pair = this.#sorted()[index];
      if (pair === undefined) return;
      callback.call(self, pair[1], pair[0], this);
    }
  }

  *entries(): Generator<[string, string]> {
    for (let index = 0; ; index += 1) {
      const pair = this.#sorted()[index];
      if (pair === undefined) return;
      yield [pair[0], pair[1]];
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

  /** Returns the pairs sorted by name, with one entry per name, except for cookies, which cannot be joined. */
  #sorted(): HeaderPair[] {
    const sorted: HeaderPair[] = [];
    for (let index = 0; index < this.#pairs.length; index += 1) {
      const pair = this.#pairs[index];
      if (pair === undefined) continue;
      let at = sorted.length;
      while (at > 0 && (sorted[at - 1]?.[0] ?? '') > pair[0]) at -= 1;
      const before = sorted[at - 1];
      if (before?.[0] === pair[0] && pair[0] !== COOKIE) {
        sorted[at - 1] = [pair[0], before[1] + selectSeparator(pair[0]) + pair[1]];
        continue;
      }
      for (let last = sorted.length; last > at; last -= 1) sorted[last] = sorted[last - 1] ?? pair;
      sorted[at] = pair;
    }
    return sorted;
  }

  #fill(init: unknown): void {
    if (typeof init !== 'object' || init === null)
      throw new TypeErrorClass('Headers needs an object, or pairs of a name and a value');
    if (Symbol.iterator in init) {
      for (const entry of init as Iterable<Iterable<unknown>>) {
        const [name, value, ...more] = [...entry];
        if (value === undefined || more.length > 0)
          throw new TypeErrorClass('Headers needs pairs of a name and a value');
        this.append(name, value);
      }
      return;
    }
    const names = keys(init);
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index] ?? '';
      this.append(name, (init as Record<string, unknown>)[name]);
    }
  }

  #refuses(name: string): boolean {
    if (this.#guard === 'immutable')
      throw new TypeErrorClass('Headers: those of an answer that was received cannot be changed');
    return this.#guard === 'request' && isConnectionHeader(name);
  }

  #keep(wanted: (pair: HeaderPair) => boolean): void {
    const kept: HeaderPair[] = [];
    for (let index = 0; index < this.#pairs.length; index += 1) {
      const pair = this.#pairs[index];
      if (pair !== undefined && wanted(pair)) kept[kept.length] = pair;
    }
    this.#pairs = kept;
  }
}

/** Returns headers with a guard; the guard of a request already applies to `init`. */
export function guardedHeaders(init: unknown, guard: Guard): Headers {
  const headers = new Headers();
  if (guard === 'request') setGuard(headers, guard);
  const filled = init instanceof Headers ? pairs(init) : pairs(new Headers(init ?? undefined));
  for (let index = 0; index < filled.length; index += 1)
    headers.append(filled[index]?.[0], filled[index]?.[1]);
  setGuard(headers, guard);
  return headers;
}

/** Returns headers in the form to send, with cookies and repeated names separate. */
export function headerPairs(headers: Headers): readonly HeaderPair[] {
  return pairs(headers);
}

/** Returns the separator of joined values. To a server, cookies are one list, which commas would break. */
function selectSeparator(name: string): string {
  return name === 'cookie' ? '; ' : ', ';
}

function isConnectionHeader(name: string): boolean {
  return includes(CONNECTION_HEADERS, ` ${name} `) || slice(name, 0, 6) === 'proxy-';
}

function normaliseName(name: unknown): string {
  const text = toText(name);
  if (!isToken(text)) throw new TypeErrorClass(`Headers: "${text}" is not a name of a header`);
  return toLowerCase(text);
}

/** Returns whether `text` is a token of RFC 9110, as names of headers and methods must be. */
export function isToken(text: string): boolean {
  for (let index = 0; index < text.length; index += 1)
    if (!includes(TOKEN, text[index] ?? '')) return false;
  return text !== '';
}

/** Returns a value without surrounding white space. Throws if it could end the header or cannot be sent as bytes. */
function normaliseValue(value: unknown): string {
  const text = toText(value);
  let from = 0;
  let to = text.length;
  while (from < to && isSpace(charCodeAt(text, from))) from += 1;
  while (to > from && isSpace(charCodeAt(text, to - 1))) to -= 1;
  for (let index = from; index < to; index += 1) {
    const code = charCodeAt(text, index);
    if (code === 0 || code === 10 || code === 13)
      throw new TypeErrorClass('Headers: a value cannot have NUL or line breaks in it');
    if (code > 255)
      throw new TypeErrorClass(
        `Headers: a value cannot have the character "${text[index] ?? ''}", which is beyond U+00FF`,
      );
  }
  return slice(text, from, to);
}

function isSpace(code: number): boolean {
  return code === 9 || code === 10 || code === 13 || code === 32;
}
