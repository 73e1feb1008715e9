import { Converter } from './converter.js';
import { type Declarations, collectDeclarations } from './declarations.js';
import { documented } from './doc-comment.js';
import { type EntryFunction, entryFunction } from './entry-function.js';
import { type OpenImport, withImported } from './imported.js';
import { parse } from './parse.js';
import { type Schema, union } from './schema.js';

/**
 * Returns the JSON Schema of a script's params, from the type of `run`'s first parameter and its doc comment; null if
 * the type says nothing about an object's members and no comment describes the function. The text is parsed, and none
 * of it is run. Types of other files are included if `imports` opens them. Never throws: a type that cannot be
 * converted has no schema.
 */
export function inferParamsSchema(
  source: string,
  imports?: { file: string; open: OpenImport },
): Schema | null {
  try {
    const program = parse(source);
    const declared =
      imports === undefined
        ? collectDeclarations(program)
        : withImported(program, imports.file, imports.open);
    const entry = entryFunction(declared);
    return entry === null ? null : buildSchema(entry, declared);
  } catch {
    return null;
  }
}

function buildSchema(entry: EntryFunction, declared: Declarations): Schema | null {
  const { description } = documented({}, ...entry.documented);
  const schema = typedSchema(entry, new Converter(declared));
  if (description === undefined) return schema;
  return { description, ...(schema ?? { type: 'object' }) };
}

function typedSchema({ type, defaults }: EntryFunction, converter: Converter): Schema | null {
  if (type === null) return null;
  const { defs } = converter;
  const found = ofObject(converter.schema(type), defs);
  if (found === null || (found['type'] === 'object' && Object.keys(found).length === 1))
    return null;
  const schema = withDefaults(inline(found, converter), defaults);
  return { ...schema, ...(defs.size > 0 ? { $defs: Object.fromEntries(defs) } : {}) };
}

/**
 * Returns the part of a schema that applies to objects, since params always are; null if nothing or everything is
 * allowed.
 */
function ofObject(
  schema: Schema,
  defs: ReadonlyMap<string, Schema>,
  following: readonly string[] = [],
): Schema | null {
  const name = readReferenceName(schema);
  if (name !== null) {
    const target = following.includes(name) ? undefined : defs.get(name);
    return target && ofObject(target, defs, [...following, name]) ? schema : null;
  }
  const { anyOf, type } = schema;
  if (Array.isArray(anyOf)) {
    const kept = (anyOf as Schema[])
      .map((branch) => ofObject(branch, defs, following))
      .filter((branch) => branch !== null);
    return kept.length > 0 ? union(kept) : null;
  }
  if (Array.isArray(type) && type.includes('object')) return { type: 'object' };
  return type === 'object' ? schema : null;
}

/** Inlines a schema that is referenced only once. */
function inline(schema: Schema, { defs, references }: Converter): Schema {
  const name = readReferenceName(schema);
  if (name === null || references.get(name) !== 1) return schema;
  const { $ref: _reference, ...siblings } = schema;
  const target = defs.get(name);
  defs.delete(name);
  return { ...target, ...siblings };
}

/** Makes members optional if the script has a default for them. */
function withDefaults(schema: Schema, defaults: EntryFunction['defaults']): Schema {
  const { properties, required, ...rest } = schema;
  if (defaults.size === 0 || typeof properties !== 'object' || properties === null) return schema;
  const needed = (Array.isArray(required) ? required : []).filter((name) => !defaults.has(name));
  const entries = Object.entries(properties).map(([name, property]: [string, Schema]) => {
    const found = defaults.get(name);
    return [name, found ? { ...property, default: found.value } : property] as const;
  });
  return {
    ...rest,
    properties: Object.fromEntries(entries),
    ...(needed.length > 0 ? { required: needed } : {}),
  };
}

function readReferenceName({ $ref }: Schema): string | null {
  return typeof $ref === 'string'
    ? decodeURIComponent($ref.slice($ref.lastIndexOf('/') + 1))
    : null;
}
