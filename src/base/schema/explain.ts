import type { ErrorObject } from 'ajv';
import { escapePointer, isJsonObject } from '../kernel/json.js';
import { nearest } from './nearest.js';
import { boundedIssues, type SchemaIssue } from './schema-issue.js';
import { shortened } from '../kernel/quoted.js';

/** Keywords whose errors only summarize others, which say more. */
const SUMMARIES = new Set(['anyOf', 'oneOf', 'if', 'propertyNames']);

/** Most errors that are examined: far more than are reported, few enough to compare with each other. */
const MAX_ERRORS = 500;

/** Keywords that a value at the place of a choice can itself violate. */
const OWN_KEYWORDS = ['type', 'enum', 'const', 'pattern', 'format'];

/** Returns ajv's errors in plain words, each at the value that has to change. */
export function explain(all: readonly ErrorObject[]): SchemaIssue[] {
  const errors = all.slice(0, MAX_ERRORS);
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const branches = new Map<ErrorObject, { issue: SchemaIssue; errors: ErrorObject[] }>();
  const issues: SchemaIssue[] = [];
  for (const error of errors) {
    if (SUMMARIES.has(error.keyword) && errors.some((other) => isPartOf(other, error))) continue;
    const choice = choices.find((candidate) => isBranchOf(error, candidate));
    const branch = choice && branches.get(choice);
    if (branch) branch.errors.push(error);
    // If a branch accepted the value but rejected something inside it, the other branches are not what was meant.
    if (branch || (choice && errors.some((other) => isInside(other, choice)))) continue;
    const issue = toSchemaIssue(error);
    issues.push(issue);
    if (choice) branches.set(choice, { issue, errors: [error] });
  }
  for (const branch of branches.values()) branch.issue.message = alternatives(branch.errors);
  return boundedIssues(issues);
}

/** Returns "must be integer or null, not string", or one of several texts. */
function alternatives(errors: readonly ErrorObject[]): string {
  const types = errors.filter(({ keyword }) => keyword === 'type');
  const texts = errors
    .filter(({ keyword }) => keyword !== 'type')
    .map((error) => toSchemaIssue(error).message);
  const [first] = types;
  if (first === undefined) return joinAlternatives(texts);
  const wanted = types.flatMap(({ params }) => params['type'] as string | string[]);
  return `${joinAlternatives([...texts, `must be ${joinAlternatives(wanted)}`])}, not ${given(first.data, wanted)}`;
}

function isPartOf(error: ErrorObject, summary: ErrorObject): boolean {
  return error !== summary && !SUMMARIES.has(error.keyword) && isWithin(error, summary);
}

function isWithin(error: ErrorObject, outer: ErrorObject): boolean {
  return `${error.instancePath}/`.startsWith(`${outer.instancePath}/`);
}

/** Returns whether an error says why the value at `choice` itself, not one inside it, matches none of the branches. */
function isBranchOf(error: ErrorObject, choice: ErrorObject): boolean {
  return (
    error.instancePath === choice.instancePath &&
    OWN_KEYWORDS.includes(error.keyword) &&
    isUnder(error, choice)
  );
}

function isInside(error: ErrorObject, choice: ErrorObject): boolean {
  return (
    isPartOf(error, choice) &&
    (error.instancePath !== choice.instancePath || !OWN_KEYWORDS.includes(error.keyword)) &&
    isUnder(error, choice)
  );
}

/** Returns whether an error belongs to a branch. After a `$ref`, the path of an error restarts at its target. */
function isUnder({ schemaPath, instancePath }: ErrorObject, choice: ErrorObject): boolean {
  return (
    instancePath !== choice.instancePath ||
    schemaPath.startsWith(`${choice.schemaPath}/`) ||
    /^#\/\w+$/.test(schemaPath)
  );
}

function toSchemaIssue(error: ErrorObject): SchemaIssue {
  const { keyword, params, instancePath, message, ...rest } = error;
  const below = (name: unknown): string => `${instancePath}/${escapePointer(String(name))}`;
  switch (keyword) {
    case 'required':
      return { pointer: below(params['missingProperty']), message: 'is required' };
    case 'dependencies':
    case 'dependentRequired':
      return {
        pointer: below(params['missingProperty']),
        message: `is required when ${quoted(params['property'])} is present`,
      };
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = params['additionalProperty'] ?? params['unevaluatedProperty'];
      return { pointer: below(name), message: unknown(String(name), rest.parentSchema) };
    }
    case 'enum':
      return {
        pointer: instancePath,
        message: `must be one of ${listed(params['allowedValues'])}`,
      };
    case 'const':
      return { pointer: instancePath, message: `must be ${quoted(params['allowedValue'])}` };
    case 'type':
      return { pointer: instancePath, message: alternatives([error]) };
    case 'false schema':
      return { pointer: instancePath, message: 'is not allowed' };
    default: {
      const name = rest.propertyName;
      const pointer = name === undefined ? instancePath : below(name);
      const text = (message ?? `does not match ${quoted(keyword)}`).replaceAll(' NOT ', ' not ');
      return { pointer, message: name === undefined ? text : `the property's name ${text}` };
    }
  }
}

function joinAlternatives(texts: readonly string[]): string {
  return [...new Set(texts)].join(' or ');
}

/** Returns the type that was found instead of the wanted ones, without the value, which may be secret. */
function given(data: unknown, wanted: readonly string[]): string {
  if (data === null) return 'null';
  if (Array.isArray(data)) return 'array';
  return typeof data === 'number' && wanted.includes('integer') ? 'a fraction' : typeof data;
}

function unknown(name: string, schema: unknown): string {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  const known = isJsonObject(properties) ? Object.keys(properties) : [];
  const meant = nearest(name, known);
  if (meant !== undefined) return `is not a known property: did you mean ${quoted(meant)}?`;
  return `is not a known property${known.length === 0 ? '' : `: known are ${listed(known)}`}`;
}

function quoted(value: unknown): string {
  return shortened(JSON.stringify(value), 100);
}

function listed(values: unknown): string {
  return Array.isArray(values) ? shortened(values.map(quoted).join(', '), 300) : quoted(values);
}
