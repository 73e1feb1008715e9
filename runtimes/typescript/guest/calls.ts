import { inspect } from './inspect.js';
import { isFinite, RangeErrorClass, TypeErrorClass } from './intrinsics.js';
import type { Link } from './link.js';
import { JsonError } from './strict-json.js';

/** Makes a capability call. Throws a TypeError for a value that JSON cannot represent. */
export function call(link: Link, method: string, args: object): Promise<unknown> {
  try {
    return link.call(method, args);
  } catch (error) {
    throw error instanceof JsonError ? new RangeErrorClass(error.message) : error;
  }
}

export function needText(method: string, name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeErrorClass(`${method} needs ${name} as a string, not ${inspect(value)}`);
}

export function needNumber(
  where: string,
  name: string,
  value: unknown,
  least: number,
  most: number,
): number {
  const why = `${where} needs ${name} as a number from ${least} to ${most}, not ${inspect(value)}`;
  if (typeof value !== 'number') throw new TypeErrorClass(why);
  if (!isFinite(value) || value < least || value > most) throw new RangeErrorClass(why);
  return value;
}
