import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import { escapePointer, parsePointer } from '../../../src/base/kernel/json.js';
import type { Issue } from '../api/request-error.js';
import { isObject } from '../parts/json.js';
import { texts } from '../texts/en/forms.js';

/** Keywords whose errors only summarize other errors. */
const SUMMARIES = new Set(
  (
    'properties patternProperties additionalProperties unevaluatedProperties items prefixItems additionalItems ' +
    'unevaluatedItems allOf $ref $dynamicRef if then else dependentSchemas'
  ).split(' '),
);
const CHOICES = new Set(['anyOf', 'oneOf']);

/**
 * Returns the validation errors of a value in plain language. An unusable schema yields none, since the server
 * validates again.
 */
export function schemaIssues(schema: unknown, value: unknown): Issue[] {
  try {
    const { errors } = new Validator(schema as Schema, '2020-12', false).validate(asSent(value));
    const telling = errors.filter((error) => isTelling(error, errors));
    const issues = telling.map((error) => toIssue(schema, error));
    return issues.filter(
      (issue, index) =>
        issues.findIndex(
          ({ pointer, message }) => pointer === issue.pointer && message === issue.message,
        ) === index,
    );
  } catch {
    return [];
  }
}

/** Returns whether a value matches a subschema, whose references are resolved against `root`. */
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

/** Returns a value as JSON transmits it, without the members that the form has cleared. */
function asSent(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null));
}

function isTelling(error: OutputUnit, all: readonly OutputUnit[]): boolean {
  const { keyword, instanceLocation: at } = error;
  if (SUMMARIES.has(keyword)) return false;
  const isBelow = (other: OutputUnit): boolean => other.instanceLocation.startsWith(`${at}/`);
  const choice = all.some((other) => CHOICES.has(other.keyword) && other.instanceLocation === at);
  // An option that accepts the value but not its contents is the intended one: its errors replace that of the choice.
  if (CHOICES.has(keyword))
    return !all.some((other) => isBelow(other) && !SUMMARIES.has(other.keyword));
  return !choice || error.keyword === 'required';
}

function toIssue(schema: unknown, error: OutputUnit): Issue {
  const { keyword, keywordLocation, instanceLocation, error: text } = error;
  const pointer = instanceLocation.replace(/^#/, '');
  const [, name] = /"((?:[^"\\]|\\.)*)"\.?$/.exec(text) ?? [];
  if (keyword === 'required' && name !== undefined)
    return { pointer: `${pointer}/${escapePointer(name)}`, message: texts.issues.required };
  return { pointer, message: describeIssue(keyword, keywordAt(schema, keywordLocation)) };
}

function describeIssue(keyword: string, wanted: unknown): string {
  const { issues } = texts;
  const number = typeof wanted === 'number' ? wanted : 0;
  switch (keyword) {
    case 'type':
      return issues.type((Array.isArray(wanted) ? wanted : [wanted]).map(String));
    case 'enum':
      return issues.enum(Array.isArray(wanted) ? wanted.map((one) => JSON.stringify(one)) : []);
    case 'const':
      return issues.const(JSON.stringify(wanted));
    case 'pattern':
    case 'format':
      return issues[keyword](String(wanted));
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
      return issues[keyword](number);
    case 'uniqueItems':
    case 'anyOf':
    case 'oneOf':
    case 'not':
    case 'false':
      return issues[keyword];
    default:
      return issues.other(keyword);
  }
}

/** Returns the value of the keyword at a location, following references. */
function keywordAt(root: unknown, location: string): unknown {
  let found: unknown = root;
  for (const key of parsePointer(location)) {
    if (!isObject(found) && !Array.isArray(found)) return undefined;
    const next: unknown = Reflect.get(found, key);
    const leads = key === '$ref' && typeof next === 'string' && next.startsWith('#');
    found = leads ? keywordAt(root, next) : next;
  }
  return found;
}
