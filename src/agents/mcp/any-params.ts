import type { StandardSchemaV1 } from '@modelcontextprotocol/server';
import { isJsonObject, type JsonObject } from '../../base/kernel/json.js';

/** Returns a validator of params with a string member, for methods that the protocol's library does not know. */
export function paramsWith<Name extends string>(
  name: Name,
): StandardSchemaV1<unknown, Record<Name, string>> {
  return {
    '~standard': {
      version: 1,
      vendor: 'metarun',
      validate: (value) =>
        isJsonObject(value) && typeof value[name] === 'string'
          ? { value: value as JsonObject & Record<Name, string> }
          : { issues: [{ message: `${name} must be a text`, path: [name] }] },
    },
  };
}
