import { isDeepStrictEqual } from 'node:util';
import { escapePointer, isJsonObject, type Json } from '../../../base/kernel/json.js';

/** A place at which two JSON documents differ. */
export interface Difference {
  /** RFC 6901 pointer, such as `/result/total`. */
  pointer: string;
  /** Undefined if the value is missing. */
  server: Json | undefined;
  here: Json | undefined;
}

/** Returns the differences of two documents, each at the deepest possible place. */
export function differences(
  server: Json | undefined,
  here: Json | undefined,
  pointer = '',
): Difference[] {
  if (isDeepStrictEqual(server, here)) return [];
  const one = collectMembers(server);
  const other = collectMembers(here);
  if (one === null || other === null || Array.isArray(server) !== Array.isArray(here))
    return [{ pointer, server, here }];
  const keys = new Set([...one.keys(), ...other.keys()]);
  return [...keys].flatMap((key) =>
    differences(one.get(key), other.get(key), `${pointer}/${escapePointer(key)}`),
  );
}

function collectMembers(value: Json | undefined): Map<string, Json> | null {
  if (Array.isArray(value)) return new Map(value.map((item, index) => [String(index), item]));
  return isJsonObject(value) ? new Map(Object.entries(value)) : null;
}
