import {
  apply,
  dateText,
  dateTime,
  getPrototypeOf,
  includes,
  isArray,
  isFinite,
  isWellFormed,
  keys,
  objectPrototype,
  quote,
  replaceAll,
  toText,
} from './intrinsics.js';

/** Maximum nesting of arrays and objects, as in the host. */
const MAX_DEPTH = 64;

/** A value that JSON cannot represent unchanged. The script never sees this error. */
export class JsonError {
  constructor(readonly message: string) {}
}

/**
 * Returns `value` as strict JSON of at most `maxLength` characters. Where `JSON.stringify` would silently lose
 * something (NaN, functions, Maps, cycles, …), it throws a {@link JsonError} that names the location, starting with
 * `name`: "result/items/0 is NaN, …". As in JSON, undefined members are dropped. `maxValues` is the maximum number of
 * values in all arrays and objects together.
 */
export function toStrictJson(
  value: unknown,
  name: string,
  maxLength: number,
  maxValues: number = Infinity,
): string {
  return new Writer(name, maxLength, maxValues).write(value);
}

class Writer {
  private readonly path: string[] = [];
  private readonly ancestors: object[] = [];
  private depth = 0;
  private left: number;
  private valuesLeft: number;

  constructor(
    private readonly name: string,
    private readonly maxLength: number,
    private readonly maxValues: number,
  ) {
    this.left = maxLength;
    this.valuesLeft = maxValues;
  }

  write(value: unknown): string {
    switch (typeof value) {
      case 'string':
        return this.text(value);
      case 'number':
        if (!isFinite(value))
          throw this.error(`is ${toText(value)}, which JSON cannot hold; return null or a string`);
        return this.spend(toText(value));
      case 'boolean':
        return this.spend(value ? 'true' : 'false');
      case 'undefined':
        return this.spend('null');
      case 'bigint':
        throw this.error(
          'is a bigint, which JSON cannot hold; give it as a string, by String(value)',
        );
      case 'object':
        return value === null ? this.spend('null') : this.object(value);
      default:
        throw this.error(`is a ${typeof value}, which JSON cannot hold`);
    }
  }

  private text(text: string): string {
    const why = textIssue(text);
    if (why !== null) throw this.error(why);
    return this.spend(quote(text));
  }

  private object(value: object): string {
    if (this.depth >= MAX_DEPTH) throw this.error(`is nested deeper than ${MAX_DEPTH} levels`);
    for (let index = 0; index < this.depth; index += 1)
      if (this.ancestors[index] === value)
        throw this.error('contains itself, which JSON cannot hold');
    this.ancestors[this.depth] = value;
    if (isArray(value)) return this.array(value);
    const date = formatDateOrNull(value);
    if (date === 'invalid') throw this.error('is an invalid Date; return null or a string');
    if (date !== null) return this.spend(quote(date));
    if ('toJSON' in value && typeof value.toJSON === 'function')
      return this.inside('', () => this.write(apply(value.toJSON as () => unknown, value, [])));
    const prototype = getPrototypeOf(value);
    if (prototype !== objectPrototype && prototype !== null)
      throw this.error(
        `is ${className(prototype)}, which JSON cannot hold; return a plain object, an array or a string`,
      );
    return this.plain(value as Record<string, unknown>);
  }

  private array(items: readonly unknown[]): string {
    this.count(items.length);
    let json = '';
    for (let index = 0; index < items.length; index += 1) {
      if (index > 0) json += this.spend(',');
      json += this.inside(`/${index}`, () => this.write(items[index]));
    }
    return `${this.spend('[')}${json}${this.spend(']')}`;
  }

  private plain(value: Record<string, unknown>): string {
    const names = keys(value);
    this.count(names.length);
    let json = '';
    for (let index = 0; index < names.length; index += 1) {
      const key = names[index] ?? '';
      const why = textIssue(key);
      if (why !== null) throw this.error(`has a key that ${why}`);
      const member = value[key];
      if (member === undefined) continue;
      if (json !== '') json += this.spend(',');
      json += this.spend(`${quote(key)}:`);
      json += this.inside(`/${escapePointer(key)}`, () => this.write(member));
    }
    return `${this.spend('{')}${json}${this.spend('}')}`;
  }

  private inside(step: string, write: () => string): string {
    this.path[this.depth] = step;
    this.depth += 1;
    const json = write();
    this.depth -= 1;
    return json;
  }

  /** Counts while writing, so that a small value that expands to gigabytes ends early. */
  private spend(json: string): string {
    this.left -= json.length;
    if (this.left < 0) throw tooLargeError(this.name, this.maxLength);
    return json;
  }

  /** Counts values in the same way as the host. */
  private count(items: number): void {
    this.valuesLeft -= items || 1;
    if (this.valuesLeft < 0)
      throw new JsonError(
        `${this.name} holds more than ${this.maxValues} values in arrays and objects; ${advice(this.name)}`,
      );
  }

  private error(why: string): JsonError {
    let pointer = this.name;
    for (let index = 0; index < this.depth; index += 1) pointer += this.path[index] ?? '';
    return new JsonError(`${pointer} ${why}`);
  }
}

export function tooLargeError(name: string, maxBytes: number): JsonError {
  return new JsonError(`${name} is larger than ${maxBytes} bytes as JSON; ${advice(name)}`);
}

function advice(name: string): string {
  return name === 'result'
    ? 'write large data to a file and return its path'
    : 'a call holds no more';
}

function textIssue(text: string): string | null {
  if (includes(text, '\0')) return 'contains a NUL character (U+0000), which cannot be stored';
  if (!isWellFormed(text))
    return 'contains half of a surrogate pair, which is not a Unicode character';
  return null;
}

function escapePointer(key: string): string {
  return replaceAll(replaceAll(key, '~', '~0'), '/', '~1');
}

function formatDateOrNull(value: object): string | null {
  let time: number;
  try {
    // Throws for everything except a real Date, whatever its prototype.
    time = dateTime(value as Date);
  } catch {
    return null;
  }
  return isFinite(time) ? dateText(value as Date) : 'invalid';
}

function className(prototype: object): string {
  const maker: unknown = 'constructor' in prototype ? prototype.constructor : null;
  const name: unknown = typeof maker === 'function' ? maker.name : null;
  return typeof name === 'string' && name !== '' ? `of class ${name}` : 'not a plain object';
}
