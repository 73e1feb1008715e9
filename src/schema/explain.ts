import type { ErrorObject } from 'ajv';
import { escapePointer } from '../kernel/json.js';
import { boundedFaults, type SchemaFault, shortened } from './schema-fault.js';

/** Errors that only sum up others, which say more. */
const SUMMARIES = new Set(['anyOf', 'oneOf', 'if', 'propertyNames']);

/** Errors that are looked at: far more than are reported, few enough to compare with each other. */
const MAX_ERRORS = 500;

/** ajv's errors in plain words, each at the value that has to change. */
export function explain(all: readonly ErrorObject[]): SchemaFault[] {
  const errors = all.slice(0, MAX_ERRORS);
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const branches = new Map<ErrorObject, SchemaFault[]>();
  const faults: SchemaFault[] = [];
  for (const error of errors) {
    if (SUMMARIES.has(error.keyword) && errors.some((other) => isPartOf(other, error))) continue;
    const fault = faultOf(error);
    const choice = choices.find((candidate) => isBranchOf(error, candidate));
    const others = choice && branches.get(choice);
    if (others) others.push(fault);
    else faults.push(fault);
    if (choice && !others) branches.set(choice, [fault]);
  }
  for (const [first, ...others] of branches.values())
    if (first)
      first.message = [...new Set([first, ...others].map(({ message }) => message))].join(' or ');
  return boundedFaults(faults);
}

function isPartOf(error: ErrorObject, summary: ErrorObject): boolean {
  return error !== summary && !SUMMARIES.has(error.keyword) && isWithin(error, summary);
}

function isWithin(error: ErrorObject, outer: ErrorObject): boolean {
  return `${error.instancePath}/`.startsWith(`${outer.instancePath}/`);
}

/** Whether an error says why the value at `choice` itself, not one inside it, took none of the branches. */
function isBranchOf(error: ErrorObject, choice: ErrorObject): boolean {
  return (
    error.instancePath === choice.instancePath &&
    ['type', 'enum', 'const', 'pattern', 'format'].includes(error.keyword) &&
    error.schemaPath.startsWith(`${choice.schemaPath}/`)
  );
}

function faultOf({ keyword, params, instancePath, message, ...rest }: ErrorObject): SchemaFault {
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
      return { pointer: below(name), message: `is not allowed: unknown property ${quoted(name)}` };
    }
    case 'enum':
      return {
        pointer: instancePath,
        message: `must be one of ${listed(params['allowedValues'])}`,
      };
    case 'const':
      return { pointer: instancePath, message: `must be ${quoted(params['allowedValue'])}` };
    case 'type':
      return { pointer: instancePath, message: `must be ${[params['type']].flat().join(' or ')}` };
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

function quoted(value: unknown): string {
  return shortened(JSON.stringify(value), 100);
}

function listed(values: unknown): string {
  return Array.isArray(values) ? shortened(values.map(quoted).join(', '), 300) : quoted(values);
}
