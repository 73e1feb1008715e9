import type { GuestError } from '../../../src/runtime/protocol.js';
import { slice, toText, wireText } from './intrinsics.js';
import { JsonFault, toStrictJson } from './strict-json.js';

const MAX_TYPE = 200;
const MAX_MESSAGE = 8_000;
const MAX_STACK = 32_000;

/** What V8 says when the allocator of the isolate has reached its limit. */
const ARRAY_BUFFER_LIMIT = 'Array buffer allocation failed';
const OUT_OF_MEMORY = `The script needs more than its memory: ${ARRAY_BUFFER_LIMIT}.`;

/**
 * An error frame's content for anything that a script may throw: null, a Proxy, an object whose getters
 * throw. Nothing of it is trusted, every property is read once and only if it is a string.
 */
export function describeThrown(thrown: unknown): GuestError {
  if (typeof thrown !== 'object' || thrown === null)
    return notAnError(typeof thrown === 'string' ? `the string: ${thrown}` : toText(thrown));
  const message = textOf(thrown, 'message', MAX_MESSAGE);
  const type = textOf(thrown, 'name', MAX_TYPE);
  if (message === null && type === null) return notAnError(describeObject(thrown));
  const stack = textOf(thrown, 'stack', MAX_STACK);
  if (message === ARRAY_BUFFER_LIMIT)
    return { code: 'out_of_memory', type: '', message: OUT_OF_MEMORY, stack };
  return { code: 'script_error', type: type ?? 'Error', message: message ?? '', stack };
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
    return error instanceof JsonFault
      ? 'an object that is not an Error'
      : 'an object that cannot be read';
  }
}

function textOf(thrown: object, property: string, max: number): string | null {
  try {
    const value: unknown = (thrown as Record<string, unknown>)[property];
    return typeof value === 'string' ? wireText(slice(value, 0, max)) : null;
  } catch {
    return null;
  }
}
