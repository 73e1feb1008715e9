import type { Field } from './field.js';

/** The fields that make up a definition `D`. */
export type FieldTable<D> = { readonly [K in keyof D]: Field<D[K]> };

/** The members that a request contains; null requests the default. */
export type Change<D> = { [K in keyof D]?: D[K] | null | undefined };

/** Makes, changes, compares and stores definitions, driven by the table of their fields. */
export class Definitions<D extends { name: string }> {
  /** Names of all fields, in order. */
  readonly names: readonly (keyof D & string)[];

  /**
   * `spelt` returns the canonical spelling of a definition. It may throw a MetarunError that points to the invalid
   * member.
   */
  constructor(
    private readonly fields: FieldTable<D>,
    private readonly spelt: (definition: D) => D = (definition) => definition,
  ) {
    this.names = Object.keys(fields) as (keyof D & string)[];
  }

  /** Returns the first definition of an entry; members that `given` lacks get their defaults. */
  created(given: Change<D> & { name: string }): D {
    const defaults = this.names.map((name) => [name, this.fields[name].default]);
    const base = { ...(Object.fromEntries(defaults) as D), name: given.name };
    return this.changed(base, given);
  }

  /** Returns `base` with the members of `change`; null becomes the default. */
  changed(base: D, change: Change<D>): D {
    const given = this.names.filter(
      (name) => Object.hasOwn(change, name) && change[name] !== undefined,
    );
    const filled = given.map((name) => [name, change[name] ?? this.fields[name].default]);
    return this.spelt({ ...base, ...(Object.fromEntries(filled) as Partial<D>) });
  }

  /** Returns whether two definitions are equal, so that no new version is needed. */
  same(one: D, other: D): boolean {
    return this.changes(one, other).length === 0;
  }

  /** Returns the names of the fields in which two definitions differ, in order. */
  changes(one: D, other: D): string[] {
    return this.names.filter(
      (name) =>
        one[name] !== other[name] && JSON.stringify(one[name]) !== JSON.stringify(other[name]),
    );
  }

  /** Returns the fields of an object that has other members as well. */
  part(whole: D): D {
    return Object.fromEntries(this.names.map((name) => [name, whole[name]])) as unknown as D;
  }

  toColumns(definition: D): Record<string, unknown> {
    const columns: Record<string, unknown> = {};
    const shared: Record<string, Record<string, unknown>> = {};
    for (const name of this.names) {
      const { column } = this.fields[name];
      const value = definition[name];
      if (column === 'plain') columns[name] = value;
      else if (column === 'json') columns[name] = value === null ? null : JSON.stringify(value);
      else (shared[column] ??= {})[name] = value;
    }
    for (const [column, values] of Object.entries(shared)) columns[column] = JSON.stringify(values);
    return columns;
  }

  /**
   * Returns the definition in the columns of a row. `unknown` makes the error for a value that this release does not
   * know.
   */
  ofRow(row: object, unknown: (field: string, value: string) => Error): D {
    const columns = row as Record<string, unknown>;
    const shared = new Map<string, Record<string, unknown>>();
    const values = this.names.map((name) => {
      const { column, schema, default: unsaid } = this.fields[name];
      if (column !== 'plain' && column !== 'json') {
        if (!shared.has(column)) shared.set(column, parseJsonColumn(columns[column]) ?? {});
        return [name, shared.get(column)?.[name] ?? unsaid];
      }
      const value = columns[name];
      if (column === 'json') return [name, parseJsonColumn(value)];
      // SQLite has no booleans.
      if (schema.type === 'boolean') return [name, Boolean(value)];
      if (typeof value === 'string' && schema.enum?.includes(value) === false)
        throw unknown(name, value);
      return [name, value];
    });
    return Object.fromEntries(values) as D;
  }
}

function parseJsonColumn(text: unknown): Record<string, unknown> | null {
  return typeof text === 'string' ? (JSON.parse(text) as Record<string, unknown>) : null;
}
