import { inspect } from './inspect.js';
import { RangeErrorClass, TypeErrorClass } from './intrinsics.js';
import type { Link } from './link.js';
import { JsonFault } from './strict-json.js';

/** A capability call; what JSON cannot hold is a TypeError. */
export function call(link: Link, method: string, args: object): Promise<unknown> {
  try {
    return link.call(method, args);
  } catch (error) {
    throw error instanceof JsonFault ? new RangeErrorClass(error.message) : error;
  }
}

export function needText(method: string, name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeErrorClass(`${method} needs ${name} as a string, not ${inspect(value)}`);
}
