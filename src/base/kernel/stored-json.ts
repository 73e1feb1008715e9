import type { Json } from './json.js';

/** A JSON value as stored text, which can be passed on without parsing it, however large it is. */
export class StoredJson {
  constructor(readonly text: string) {}

  get value(): Json {
    return JSON.parse(this.text) as Json;
  }

  /** Called by JSON.stringify for a value that is written together with small ones. */
  toJSON(): Json {
    return this.value;
  }
}

/** Returns the value of a nullable column. */
export function storedJson(text: string | null): StoredJson | null {
  return text === null ? null : new StoredJson(text);
}

/** Members of a kind, with stored texts replaced by their values. */
export type Parsed<T> = { [Name in keyof T]: StoredJson extends T[Name] ? Json : T[Name] };

/** Returns an object whose stored members are replaced by their values. */
export function parsed<T extends object>(members: T): Parsed<T> {
  const values = Object.entries(members).map(([name, member]: [string, unknown]) => [
    name,
    member instanceof StoredJson ? member.value : member,
  ]);
  return Object.fromEntries(values) as Parsed<T>;
}
