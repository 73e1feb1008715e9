import type { GuestError } from '../../../src/sandbox/runtime/protocol.js';
import { replaceAll, slice, toText, wireText } from './intrinsics.js';
import { retryAdvice } from './retry-errors.js';
import { JsonError, toStrictJson } from './strict-json.js';

const MAX_TYPE = 200;
const MAX_MESSAGE = 8_000;
const MAX_STACK = 32_000;
const MAX_CAUSES = 8;
/** Begins the line between a stack and that of its cause; the host keeps such lines. */
const CAUSED_BY = 'Caused by: ';

/** V8's message when the allocator of the isolate has reached its limit. */
const ARRAY_BUFFER_LIMIT = 'Array buffer allocation failed';
const OUT_OF_MEMORY = `The script needs more than its memory: ${ARRAY_BUFFER_LIMIT}.`;

/**
 * Returns the content of an error frame for anything that a script may throw: null, a Proxy, an object whose getters throw.
 * None of it is trusted: every property is read once, and used only if it is a string.
 */
export function describeThrown(thrown: unknown): GuestError {
  if (!isObject(thrown))
    return notAnError(typeof thrown === 'string' ? `the string: ${thrown}` : toText(thrown));
  const message = textOf(thrown, 'message', MAX_MESSAGE);
  const type = errorType(thrown);
  if (message === null && type === null) return notAnError(describeObject(thrown));
  const stack = errorStack(thrown);
  if (message === ARRAY_BUFFER_LIMIT)
    return { code: 'out_of_memory', type: '', message: OUT_OF_MEMORY, stack };
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

/** Returns the name of an error; for the author's own class, which rarely sets one, that of the class. */
function errorType(thrown: object): string | null {
  const name = textOf(thrown, 'name', MAX_TYPE);
  if (name !== 'Error' && name !== 'NonRetryable' && name !== 'RetryAfter') return name;
  const maker = valueOf(thrown, 'constructor');
  const own = typeof maker === 'function' ? textOf(maker, 'name', MAX_TYPE) : null;
  return own === null || own === '' ? name : own;
}

/** Returns the stack with those of the causes. */
function errorStack(thrown: object): string | null {
  let text = textOf(thrown, 'stack', MAX_STACK);
  let cause = valueOf(thrown, 'cause');
  for (let count = 0; count < MAX_CAUSES && text !== null && isObject(cause); count += 1) {
    const what = `${errorType(cause) ?? 'Error'}: ${textOf(cause, 'message', MAX_MESSAGE) ?? ''}`;
    text += `\n${CAUSED_BY}${replaceAll(what, '\n', ' ')}\n${textOf(cause, 'stack', MAX_STACK) ?? ''}`;
    cause = valueOf(cause, 'cause');
  }
  return text === null ? null : slice(text, 0, MAX_STACK);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function valueOf(thrown: object, property: string): unknown {
  try {
    return (thrown as Record<string, unknown>)[property];
  } catch {
    return undefined;
  }
}

function textOf(thrown: object, property: string, max: number): string | null {
  const value = valueOf(thrown, property);
  return typeof value === 'string' ? wireText(slice(value, 0, max)) : null;
}
