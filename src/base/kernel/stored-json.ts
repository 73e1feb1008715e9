import type { Json } from './json.js';

/** A JSON value as the text that is stored: what passes it on does not parse it, however large it is. */
export class StoredJson {
  constructor(readonly text: string) {}

  get value(): Json {
    return JSON.parse(this.text) as Json;
  }

  /** JSON.stringify calls this for a value that is written together with small ones. */
  toJSON(): Json {
    return this.value;
  }
}

/** Returns the value of a column that may be empty. */
export function storedJson(text: string | null): StoredJson | null {
  return text === null ? null : new StoredJson(text);
}

/** Members of a kind, with the values of what is stored as text. */
export type Parsed<T> = { [Name in keyof T]: StoredJson extends T[Name] ? Json : T[Name] };

/** Returns an object with the values of those of its members that are stored as text. */
export function parsed<T extends object>(members: T): Parsed<T> {
  const values = Object.entries(members).map(([name, member]: [string, unknown]) => [
    name,
    member instanceof StoredJson ? member.value : member,
  ]);
  return Object.fromEntries(values) as Parsed<T>;
}
