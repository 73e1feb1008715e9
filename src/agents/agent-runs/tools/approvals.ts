import {
  isJsonObject,
  type Json,
  type JsonObject,
  objectOrNull,
} from '../../../base/kernel/json.js';
import type { CallCapability } from '../operations.js';
import { formatJsonValue } from './tool.js';

/** A person's decision about a call. `input`: approved input, which the person may have changed. */
export type Decision = { approved: true; input: JsonObject } | { approved: false; message: string };

/** Asks a person whether a tool may be called with `input`, unless the meta-task approves calls automatically. */
export async function approvedInput(
  tool: string,
  schema: JsonObject,
  input: JsonObject,
  call: CallCapability,
): Promise<Decision> {
  const end = await call('approval.ask', {
    prompt: `Run ${tool}?`,
    proposal: input,
    form: withDefaults(schema, input),
    expires_in: null,
  });
  if (!isJsonObject(end)) throw new Error('an approval has no answer');
  const { state, payload = null, message, comment = null, decided_by = null } = end;
  if (state === 'approved')
    return { approved: true, input: isJsonObject(payload) ? payload : input };
  if (state !== 'rejected') return { approved: false, message: formatJsonValue(message) };
  const why = comment === null ? '.' : `: ${formatJsonValue(comment)}`;
  return {
    approved: false,
    message: `The call was rejected by ${formatJsonValue(decided_by)}${why}`,
  };
}

/** Returns the schema as a form with `input` as the default values. */
export function withDefaults(schema: JsonObject, input: JsonObject): JsonObject {
  const properties = objectOrNull(schema['properties']);
  if (properties === null) return { ...schema, default: input };
  const filled = Object.entries(properties).map(([name, property]): [string, Json] => {
    if (!isJsonObject(property)) return [name, property];
    const { default: _default, ...rest } = property;
    const value = input[name];
    return [name, value === undefined ? rest : { ...rest, default: value }];
  });
  const more = Object.keys(input).some((name) => !Object.hasOwn(properties, name));
  // Members that the schema does not name can only be kept as a whole.
  if (more) return { ...schema, default: input };
  return { ...schema, properties: Object.fromEntries(filled) };
}
