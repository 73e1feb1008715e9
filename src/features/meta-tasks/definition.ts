import type { MetaTaskVersionEntity } from './meta-task-version.entity.js';
import { RETRY_CODES } from '../../workflow/engine/retry-policy.js';
import { MetarunError } from '../../base/kernel/errors.js';
import type { JsonObject } from '../../base/kernel/json.js';
import { type Definition, FIELD_NAMES, type FieldName, FIELDS } from './fields.js';

/** The members of a request that are there; null asks for the default. */
export type DefinitionChange = { [K in FieldName]?: Definition[K] | null | undefined };

/** `base` with the members that `change` names; a null becomes the default. */
export function changed(base: Definition, change: DefinitionChange): Definition {
  const given = FIELD_NAMES.filter(
    (name) => Object.hasOwn(change, name) && change[name] !== undefined,
  );
  const filled = given.map((name) => [name, change[name] ?? FIELDS[name].default]);
  const result: Definition = { ...base, ...(Object.fromEntries(filled) as Partial<Definition>) };
  // A set, in one order: what says the same is the same.
  const on = new Set(result.retry_on);
  return { ...result, retry_on: RETRY_CODES.filter((code) => on.has(code)) };
}

/** A first definition: what `given` does not say gets its default. */
export function created(given: DefinitionChange & { name: string }): Definition {
  const defaults = Object.fromEntries(FIELD_NAMES.map((name) => [name, FIELDS[name].default]));
  return changed({ ...(defaults as Definition), name: given.name }, given);
}

/** Returns whether two definitions are equal, so that no new version is needed. */
export function same(one: Definition, other: Definition): boolean {
  return FIELD_NAMES.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
}

/** The fields alone of what has more members. */
export function definitionPart(whole: Definition): Definition {
  return Object.fromEntries(FIELD_NAMES.map((name) => [name, whole[name]])) as Definition;
}

type Row = MetaTaskVersionEntity;
/** The columns of a version's row that hold its definition. */
type Columns = Partial<Row> & Pick<Row, 'retry_rules'>;

/** A definition as its row has it. */
export function columnsOf(definition: Definition): Columns {
  const columns: Record<string, unknown> = {};
  const rules: Record<string, unknown> = {};
  for (const name of FIELD_NAMES) {
    const { column } = FIELDS[name];
    const value = definition[name];
    if (column === 'plain') columns[name] = value;
    else if (column === 'json') columns[name] = value === null ? null : JSON.stringify(value);
    else if (column === 'retry_rules') rules[name] = value;
  }
  return { ...columns, retry_rules: JSON.stringify(rules) };
}

/** Returns the definition that a row has. Throws MetarunError where a word in it is not known to this installation. */
export function definitionOf(row: Row): Definition {
  const rules = JSON.parse(row.retry_rules ?? '{}') as Record<string, unknown>;
  const values = FIELD_NAMES.map((name) => [name, valueOf(row, rules, name)]);
  return Object.fromEntries(values) as Definition;
}

function valueOf(row: Row, rules: Record<string, unknown>, name: FieldName): unknown {
  const { column, schema, default: unsaid } = FIELDS[name];
  if (column === 'none') return unsaid;
  if (column === 'retry_rules') return rules[name] ?? unsaid;
  const value = (row as unknown as Record<string, unknown>)[name];
  if (column === 'json') return typeof value === 'string' ? (JSON.parse(value) as unknown) : null;
  // SQLite has no booleans.
  if (schema.type === 'boolean') return Boolean(value);
  if (schema.enum !== undefined && !schema.enum.includes(String(value)))
    throw new MetarunError(
      'not_available',
      `Version ${row.version} of the meta-task "${row.name}" has the ${name} "${String(value)}", which this installation does not know; a server that knows it can show and run it.`,
    );
  return value;
}

/** A schema as the database has it. */
export function schemaOf(text: string | null): JsonObject | null {
  return text === null ? null : (JSON.parse(text) as JsonObject);
}
