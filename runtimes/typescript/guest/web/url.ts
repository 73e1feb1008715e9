import { parse, slice, toText, toWellFormed, TypeErrorClass } from '../intrinsics.js';
import { host } from './host.js';
import { linkedParams, type URLSearchParams } from './url-search-params.js';

/** The supervisor's answer: a URL split into its parts. */
type Parts = readonly [
  href: string,
  origin: string,
  protocol: string,
  username: string,
  password: string,
  host: string,
  hostname: string,
  port: string,
  pathname: string,
  search: string,
  hash: string,
];

/**
 * The URL of the URL standard. The supervisor parses it: its parser includes the tables for international host names,
 * which would be the largest part of every isolate.
 */
export class URL {
  #parts: Parts;
  #linked: ReturnType<typeof linkedParams> | null = null;

  constructor(url: unknown, base?: unknown) {
    const parts = parseUrl(url, base);
    if (parts === null) throw new TypeErrorClass(`Invalid URL: ${toText(url)}`);
    this.#parts = parts;
  }

  static canParse(url: unknown, base?: unknown): boolean {
    return parseUrl(url, base) !== null;
  }

  /** Returns the URL; null if it is invalid. */
  static parse(url: unknown, base?: unknown): URL | null {
    return URL.canParse(url, base) ? new URL(url, base) : null;
  }

  get href(): string {
    return this.#parts[0];
  }
  set href(value: string) {
    const parts = parseUrl(value, undefined);
    if (parts === null) throw new TypeErrorClass(`Invalid URL: ${toText(value)}`);
    this.#take(parts);
  }
  get origin(): string {
    return this.#parts[1];
  }
  get protocol(): string {
    return this.#parts[2];
  }
  set protocol(value: string) {
    this.#set('protocol', value);
  }
  get username(): string {
    return this.#parts[3];
  }
  set username(value: string) {
    this.#set('username', value);
  }
  get password(): string {
    return this.#parts[4];
  }
  set password(value: string) {
    this.#set('password', value);
  }
  get host(): string {
    return this.#parts[5];
  }
  set host(value: string) {
    this.#set('host', value);
  }
  get hostname(): string {
    return this.#parts[6];
  }
  set hostname(value: string) {
    this.#set('hostname', value);
  }
  get port(): string {
    return this.#parts[7];
  }
  set port(value: string) {
    this.#set('port', value);
  }
  get pathname(): string {
    return this.#parts[8];
  }
  set pathname(value: string) {
    this.#set('pathname', value);
  }
  get search(): string {
    return this.#parts[9];
  }
  set search(value: string) {
    this.#set('search', value);
  }
  get hash(): string {
    return this.#parts[10];
  }
  set hash(value: string) {
    this.#set('hash', value);
  }

  get searchParams(): URLSearchParams {
    if (this.#linked === null) {
      this.#linked = linkedParams((query) => this.#change('search', query));
      this.#linked.setQuery(this.#query());
    }
    return this.#linked.params;
  }

  toString(): string {
    return this.href;
  }

  toJSON(): string {
    return this.href;
  }

  #set(part: string, value: unknown): void {
    this.#change(part, value);
    this.#linked?.setQuery(this.#query());
  }

  #change(part: string, value: unknown): void {
    const answer = host.ask('url', this.href, part, toWellFormed(toText(value)));
    if (answer !== '') this.#parts = parse(answer) as Parts;
  }

  #take(parts: Parts): void {
    this.#parts = parts;
    this.#linked?.setQuery(this.#query());
  }

  #query(): string {
    return slice(this.search, 1, this.search.length);
  }
}

function parseUrl(url: unknown, base: unknown): Parts | null {
  const given = toWellFormed(toText(url));
  const answer =
    base === undefined
      ? host.ask('url', given)
      : host.ask('url', given, 'base', toWellFormed(toText(base)));
  return answer === '' ? null : (parse(answer) as Parts);
}

/** Creates the class on first use. @see scripts/in-one-function.mjs */
export function makeUrl() {
  return { URL };
}
