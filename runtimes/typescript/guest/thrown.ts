import type { GuestError } from '../../../src/sandbox/runtime/protocol.js';
import { inspectInLine } from './inspect.js';
import {
  AggregateErrorClass,
  isArray,
  keys,
  replaceAll,
  slice,
  toText,
  wireText,
} from './intrinsics.js';
import { retryAdvice } from './retry-errors.js';
import { JsonError, toStrictJson } from './strict-json.js';

const MAX_TYPE = 200;
const MAX_MESSAGE = 8_000;
const MAX_STACK = 32_000;
/** Maximum number of other errors in a stack: causes and members of a group. */
const MAX_OTHERS = 16;
const MAX_SUMMARY = 1_000;
const MAX_MEMBERS = 1_000;
/** The members that a stack shows anyway. */
const SHOWN = ['name', 'message', 'stack', 'cause', 'errors'];

/** V8's message when the allocator of the isolate has reached its limit. */
const ARRAY_BUFFER_LIMIT = 'Array buffer allocation failed';

/**
 * Returns the content of an error frame for anything that a script may throw: null, a Proxy, an object whose getters
 * throw. None of it is trusted: every property is read once, and used only if it is a string.
 */
function describeThrown(thrown: unknown): GuestError {
  if (!isObject(thrown))
    return notAnError(typeof thrown === 'string' ? `the string: ${thrown}` : toText(thrown));
  const message = readText(thrown, 'message', MAX_MESSAGE);
  const type = errorType(thrown);
  if (message === null && type === null) return notAnError(describeObject(thrown));
  const stack = errorStack(thrown);
  if (message === ARRAY_BUFFER_LIMIT)
    return { code: 'out_of_memory', type: '', message: '', stack };
  const retry = retryAdvice(thrown);
  const error = { type: type ?? 'Error', message: message ?? '', stack };
  return { code: 'script_error', ...error, ...(retry === undefined ? {} : { retry }) };
}

function notAnError(what: string): GuestError {
  const message = `The script threw ${what}`;
  return {
    code: 'script_error',
    type: '',
    message: wireText(slice(message, 0, MAX_MESSAGE)),
    stack: null,
  };
}

function describeObject(thrown: object): string {
  try {
    return `an object that is not an Error: ${toStrictJson(thrown, '', MAX_MESSAGE)}`;
  } catch (error) {
    return error instanceof JsonError
      ? 'an object that is not an Error'
      : 'an object that cannot be read';
  }
}

/** Returns the name of an error. For the author's own class, which rarely sets a name, returns the class name. */
function errorType(thrown: object): string | null {
  const name = readText(thrown, 'name', MAX_TYPE);
  if (name !== 'Error' && name !== 'NonRetryable' && name !== 'RetryAfter') return name;
  const maker = readProperty(thrown, 'constructor');
  const own = typeof maker === 'function' ? readText(maker, 'name', MAX_TYPE) : null;
  return own === null || own === '' ? name : own;
}

/**
 * Returns the stack with the members of the error, followed by the errors of a group and the causes, with their
 * members.
 */
function errorStack(thrown: object): string | null {
  if (readText(thrown, 'stack', 1) === null) return null;
  return slice(withOthers(thrown, '', { left: MAX_OTHERS }), 0, MAX_STACK);
}

/**
 * Returns the stack of an error and of related errors. The lines between stacks begin in the form that the host
 * expects.
 */
function withOthers(error: object, indentation: string, budget: { left: number }): string {
  let text = (readText(error, 'stack', MAX_STACK) ?? '') + formatMembers(error, indentation);
  const add = (title: string, other: unknown, deeper: string): void => {
    budget.left -= 1;
    text += `\n${deeper}${title}: ${replaceAll(formatSummary(other), '\n', ' ')}`;
    if (isObject(other)) text += `\n${withOthers(other, deeper, budget)}`;
  };
  const errors = listAggregateErrors(error);
  for (let index = 0; index < errors.length && budget.left > 0; index += 1)
    add(`Error ${index + 1} of ${errors.length}`, errors[index], `${indentation}  `);
  const cause = readProperty(error, 'cause');
  if (cause !== undefined && cause !== null && budget.left > 0)
    add('Caused by', cause, indentation);
  return text;
}

function listAggregateErrors(error: object): readonly unknown[] {
  if (!(error instanceof AggregateErrorClass)) return [];
  const errors = readProperty(error, 'errors');
  return isArray(errors) ? errors : [];
}

/** Returns the line with an error's own members beyond the standard ones, or ''. */
function formatMembers(error: object, indentation: string): string {
  try {
    const names = keys(error);
    const members: Record<string, unknown> = {};
    let count = 0;
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index] ?? '';
      if (includesName(SHOWN, name)) continue;
      members[name] = readProperty(error, name);
      count += 1;
    }
    if (count === 0) return '';
    return `\n${indentation}    with ${wireText(slice(inspectInLine(members), 0, MAX_MEMBERS))}`;
  } catch {
    // A Proxy may refuse to be read.
    return '';
  }
}

function includesName(names: readonly string[], name: string): boolean {
  for (let index = 0; index < names.length; index += 1) if (names[index] === name) return true;
  return false;
}

function formatSummary(thrown: unknown): string {
  if (!isObject(thrown)) return wireText(slice(inspectInLine(thrown), 0, MAX_SUMMARY));
  const message = readText(thrown, 'message', MAX_SUMMARY);
  const type = errorType(thrown);
  if (message === null && type === null)
    return wireText(slice(inspectInLine(thrown), 0, MAX_SUMMARY));
  return `${type ?? 'Error'}: ${message ?? ''}`;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function readProperty(thrown: object, property: string): unknown {
  try {
    return (thrown as Record<string, unknown>)[property];
  } catch {
    return undefined;
  }
}

function readText(thrown: object, property: string, max: number): string | null {
  const value = readProperty(thrown, property);
  return typeof value === 'string' ? wireText(slice(value, 0, max)) : null;
}

/** Creates the functions on first use. @see scripts/in-one-function.mjs */
export function makeThrown() {
  return { describeThrown };
}
