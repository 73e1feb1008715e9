import { replaceAll, toText, toWellFormed, TypeErrorClass } from '../intrinsics.js';
import { Blob, File, joined } from './blob.js';
import { randomHex } from '../web/crypto.js';

type Value = string | File;
type Entry = readonly [name: string, value: Value];

/** Implements https://xhr.spec.whatwg.org/#interface-formdata, without HTML forms. */
export class FormData {
  #entries: Entry[] = [];

  constructor(form?: unknown) {
    if (form !== undefined)
      throw new TypeErrorClass('FormData: there are no HTML forms here; append() its entries');
  }

  get [Symbol.toStringTag](): string {
    return 'FormData';
  }

  append(name: unknown, value: unknown, filename?: unknown): void {
    this.#entries[this.#entries.length] = [toWellFormedText(name), toFormValue(value, filename)];
  }

  set(name: unknown, value: unknown, filename?: unknown): void {
    const made: Entry = [toWellFormedText(name), toFormValue(value, filename)];
    const kept: Entry[] = [];
    let done = false;
    for (let index = 0; index < this.#entries.length; index += 1) {
      const entry = this.#entries[index];
      if (entry === undefined || (entry[0] === made[0] && done)) continue;
      kept[kept.length] = entry[0] === made[0] ? made : entry;
      done ||= entry[0] === made[0];
    }
    if (!done) kept[kept.length] = made;
    this.#entries = kept;
  }

  delete(name: unknown): void {
    const wanted = toWellFormedText(name);
    const kept: Entry[] = [];
    for (let index = 0; index < this.#entries.length; index += 1) {
      const entry = this.#entries[index];
      if (entry !== undefined && entry[0] !== wanted) kept[kept.length] = entry;
    }
    this.#entries = kept;
  }

  get(name: unknown): Value | null {
    return this.getAll(name)[0] ?? null;
  }

  getAll(name: unknown): Value[] {
    const wanted = toWellFormedText(name);
    const found: Value[] = [];
    for (let index = 0; index < this.#entries.length; index += 1) {
      const entry = this.#entries[index];
      if (entry?.[0] === wanted) found[found.length] = entry[1];
    }
    return found;
  }

  has(name: unknown): boolean {
    return this.getAll(name).length > 0;
  }

  forEach(callback: (value: Value, name: string, form: FormData) => void, self?: unknown): void {
    for (const [name, value] of this) callback.call(self, value, name, this);
  }

  *entries(): Generator<[string, Value]> {
    for (let index = 0; index < this.#entries.length; index += 1) {
      const entry = this.#entries[index];
      if (entry !== undefined) yield [entry[0], entry[1]];
    }
  }

  *keys(): Generator<string> {
    for (const [name] of this.entries()) yield name;
  }

  *values(): Generator<Value> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): Generator<[string, Value]> {
    return this.entries();
  }
}

/** Returns `form` as multipart/form-data. */
export function toMultipart(form: FormData): { bytes: Uint8Array<ArrayBuffer>; type: string } {
  const boundary = `----metarun${randomHex(16)}`;
  const parts: unknown[] = [];
  for (const [name, value] of form) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escape(withCrLf(name))}"`;
    parts[parts.length] =
      typeof value === 'string'
        ? `${head}\r\n\r\n${withCrLf(value)}`
        : `${head}; filename="${escape(value.name)}"\r\nContent-Type: ${value.type || 'application/octet-stream'}\r\n\r\n`;
    if (typeof value !== 'string') parts[parts.length] = value;
    parts[parts.length] = '\r\n';
  }
  parts[parts.length] = `--${boundary}--\r\n`;
  return { bytes: joined(parts), type: `multipart/form-data; boundary=${boundary}` };
}

function toFormValue(value: unknown, filename: unknown): Value {
  if (!(value instanceof Blob)) return toWellFormedText(value);
  if (value instanceof File && filename === undefined) return value;
  const name = filename ?? (value instanceof File ? value.name : 'blob');
  return new File([value], name, { type: value.type });
}

function toWellFormedText(value: unknown): string {
  return toWellFormed(toText(value));
}

function escape(name: string): string {
  return replaceAll(replaceAll(replaceAll(name, '\n', '%0A'), '\r', '%0D'), '"', '%22');
}

/** Replaces every kind of line break by CR LF, which forms use like e-mail. */
function withCrLf(text: string): string {
  return replaceAll(replaceAll(replaceAll(text, '\r\n', '\n'), '\r', '\n'), '\n', '\r\n');
}
