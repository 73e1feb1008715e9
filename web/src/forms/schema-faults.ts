import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import type { Fault } from '../api/request-error.js';
import { isObject } from '../parts/json.js';
import { texts } from '../texts/en/forms.js';

/** Errors that only say that there are others. */
const SUMMARIES = new Set([
  ...['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties'],
  ...[
    'items',
    'prefixItems',
    'additionalItems',
    'unevaluatedItems',
    'allOf',
    '$ref',
    '$dynamicRef',
  ],
  ...['if', 'then', 'else', 'dependentSchemas'],
]);
const CHOICES = new Set(['anyOf', 'oneOf']);

/** Returns what is wrong with a value, in plain words; nothing where a schema cannot be used, since the server has the last word. */
export function schemaFaults(schema: unknown, value: unknown): Fault[] {
  try {
    const { errors } = new Validator(schema as Schema, '2020-12', false).validate(asSent(value));
    const telling = errors.filter((error) => isTelling(error, errors));
    const faults = telling.map((error) => faultOf(schema, error));
    return faults.filter(
      (fault, index) =>
        faults.findIndex(
          ({ pointer, message }) => pointer === fault.pointer && message === fault.message,
        ) === index,
    );
  } catch {
    return [];
  }
}

/** Returns whether a value fits a part of a schema. `root`: what its references lead into. */
export function fits(schema: unknown, value: unknown, root: unknown): boolean {
  if (!isObject(schema)) return schema !== false;
  const { $defs, definitions } = isObject(root) ? root : {};
  try {
    const whole = {
      ...($defs !== undefined && { $defs }),
      ...(definitions !== undefined && { definitions }),
    };
    return new Validator({ ...whole, ...schema } as Schema, '2020-12').validate(asSent(value))
      .valid;
  } catch {
    return false;
  }
}

/** Returns a value as a request has it: without the members that a form has emptied. */
function asSent(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null));
}

function isTelling(error: OutputUnit, all: readonly OutputUnit[]): boolean {
  const { keyword, instanceLocation: at } = error;
  if (SUMMARIES.has(keyword)) return false;
  const isBelow = (other: OutputUnit): boolean => other.instanceLocation.startsWith(`${at}/`);
  const choice = all.some((other) => CHOICES.has(other.keyword) && other.instanceLocation === at);
  // A choice of which one accepted the value and refused something in it is what was meant.
  if (CHOICES.has(keyword))
    return !all.some((other) => isBelow(other) && !SUMMARIES.has(other.keyword));
  return !choice || error.keyword === 'required';
}

function faultOf(schema: unknown, error: OutputUnit): Fault {
  const { keyword, keywordLocation, instanceLocation, error: text } = error;
  const pointer = instanceLocation.replace(/^#/, '');
  const [, name] = /"((?:[^"\\]|\\.)*)"\.?$/.exec(text) ?? [];
  if (keyword === 'required' && name !== undefined)
    return { pointer: `${pointer}/${escaped(name)}`, message: texts.faults.required };
  return { pointer, message: messageOf(keyword, keywordAt(schema, keywordLocation)) };
}

function messageOf(keyword: string, wanted: unknown): string {
  const { faults } = texts;
  const number = typeof wanted === 'number' ? wanted : 0;
  switch (keyword) {
    case 'type':
      return faults.type((Array.isArray(wanted) ? wanted : [wanted]).map(String));
    case 'enum':
      return faults.enum(Array.isArray(wanted) ? wanted.map((one) => JSON.stringify(one)) : []);
    case 'const':
      return faults.const(JSON.stringify(wanted));
    case 'pattern':
    case 'format':
      return faults[keyword](String(wanted));
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
    case 'multipleOf':
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
    case 'minProperties':
    case 'maxProperties':
      return faults[keyword](number);
    case 'uniqueItems':
    case 'anyOf':
    case 'oneOf':
    case 'not':
    case 'false':
      return faults[keyword];
    default:
      return faults.other(keyword);
  }
}

/** Returns the value of a keyword that a location leads to, through references. */
function keywordAt(root: unknown, location: string): unknown {
  let found: unknown = root;
  for (const part of location.split('/').slice(1)) {
    const key = unescaped(part);
    if (!isObject(found) && !Array.isArray(found)) return undefined;
    const next: unknown = Reflect.get(found, key);
    const leads = key === '$ref' && typeof next === 'string' && next.startsWith('#');
    found = leads ? keywordAt(root, next) : next;
  }
  return found;
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
