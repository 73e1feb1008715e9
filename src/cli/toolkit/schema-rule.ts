import { atPointer, isJsonObject, type Json, type JsonObject } from '../../base/kernel/json.js';

/** Maximum number of `$ref`s that are followed, and maximum depth of nested choices. */
const MAX_STEPS = 10;

/** Parts of a value's JSON Schema that matter when a user types it. */
export interface ValueRule {
  /** JSON Schema types; may be empty. */
  types: readonly string[];
  /** Types of a list's items; may be empty. */
  items: readonly string[];
  /** Listed values; may be empty. */
  choices: readonly Json[];
  /** True if only `choices` are allowed. */
  isClosed: boolean;
  title: string | null;
  description: string | null;
  /** The schema's `default`, if any. */
  initial: Json | undefined;
}

/** Returns the rule for a whole value. */
export function buildRule(schema: Json): ValueRule {
  return ruleIn(schema, schema, MAX_STEPS);
}

/** Returns the rule for a member of an object. The rule for an unknown member is empty. */
export function memberRule(schema: JsonObject | null, name: string): ValueRule {
  const members = readSchemaMembers(schema);
  return ruleIn(Object.hasOwn(members, name) ? (members[name] ?? {}) : {}, schema, MAX_STEPS);
}

/** Returns the members that an object's schema names. */
export function readSchemaMembers(schema: Json): JsonObject {
  const members = resolved(schema, schema)['properties'];
  return isJsonObject(members) ? members : {};
}

/** Returns the required members of an object. */
export function readRequiredMembers(schema: Json): string[] {
  const required = resolved(schema, schema)['required'];
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/** Returns whether an object's schema allows only the members that it names. */
export function isClosed(schema: Json): boolean {
  return resolved(schema, schema)['additionalProperties'] === false;
}

/** Returns the JSON Schema type of a value, including `integer`. */
export function getJsonType(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function ruleIn(schema: Json, root: Json, steps: number): ValueRule {
  const rule = steps === 0 ? {} : resolved(schema, root);
  const { type, title, description, default: initial } = rule;
  const branches = (keyword: string): ValueRule[] => {
    const list = rule[keyword];
    return Array.isArray(list) ? list.map((one) => ruleIn(one, root, steps - 1)) : [];
  };
  const named = Array.isArray(rule['enum']) ? rule['enum'] : undefined;
  const values = 'const' in rule ? [rule['const'] ?? null] : named;
  const own = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string');
  // All of these apply at once. The first one with types or choices is used.
  const sources = [
    { types: own, choices: [], isClosed: false },
    ...(values === undefined
      ? []
      : [{ types: collectJsonTypes(values), choices: values, isClosed: true }]),
    either(branches('anyOf')),
    either(branches('oneOf')),
    ...branches('allOf'),
  ];
  const closed = sources.find(({ isClosed }) => isClosed);
  const choosing = closed ?? sources.find(({ choices }) => choices.length > 0);
  const typed = closed ?? sources.find(({ types }) => types.length > 0);
  return {
    types: typed?.types ?? [],
    items: steps === 0 ? [] : itemTypes(rule, root, steps),
    choices: choosing?.choices ?? [],
    isClosed: closed !== undefined,
    title: typeof title === 'string' ? title : null,
    description: typeof description === 'string' ? description : null,
    initial,
  };
}

function itemTypes(rule: JsonObject, root: Json, steps: number): readonly string[] {
  const { items } = rule;
  if (items !== undefined) return ruleIn(items, root, steps - 1).types;
  const lists = [rule['anyOf'], rule['oneOf'], rule['allOf']].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  return lists.flatMap((one) => ruleIn(one, root, steps - 1).items);
}

/** Combines the rules of alternatives. An alternative without types allows any value. */
function either(branches: readonly ValueRule[]): Pick<ValueRule, 'types' | 'choices' | 'isClosed'> {
  const isTyped = branches.every(({ types }) => types.length > 0);
  // An alternative that allows only null, as in optional fields, counts as a choice.
  const isClosed = (one: ValueRule): boolean => one.isClosed || isNull(one);
  const areChoices = branches.some((one) => one.isClosed) && branches.every(isClosed);
  return {
    types: isTyped ? [...new Set(branches.flatMap(({ types }) => types))] : [],
    choices: branches.flatMap((one) => (areChoices && isNull(one) ? [null] : one.choices)),
    isClosed: areChoices,
  };
}

function isNull({ types, isClosed }: ValueRule): boolean {
  return !isClosed && types.length === 1 && types[0] === 'null';
}

function collectJsonTypes(values: readonly Json[]): string[] {
  return [...new Set(values.map(getJsonType))];
}

/** Resolves the `$ref`s of a schema within `root`. Keywords beside a `$ref` take precedence. */
function resolved(schema: Json, root: Json): JsonObject {
  let found = schema;
  for (let steps = 0; steps < MAX_STEPS && isJsonObject(found); steps += 1) {
    const { $ref: to, ...beside }: JsonObject = found;
    if (typeof to !== 'string') return found;
    const target: Json | undefined = pointedAt(root, to);
    found = isJsonObject(target) ? { ...target, ...beside } : beside;
  }
  return isJsonObject(found) ? found : {};
}

function pointedAt(root: Json, reference: string): Json | undefined {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  try {
    return atPointer(root, decodeURIComponent(reference.slice(1)));
  } catch {
    return undefined;
  }
}
