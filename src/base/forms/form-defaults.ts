import { isJsonObject, type Json, type JsonObject, objectOrNull } from '../kernel/json.js';

/** Returns the defaults with which a form is pre-filled; undefined if it has none. */
export function formDefaults(form: Json): Json | undefined {
  if (!isJsonObject(form)) return undefined;
  if (form['default'] !== undefined) return form['default'];
  const properties = objectOrNull(form['properties']);
  if (form['type'] !== 'object' || properties === null) return undefined;
  const required = Array.isArray(form['required']) ? form['required'] : [];
  const filled: JsonObject = {};
  for (const [name, schema] of Object.entries(properties)) {
    const value = formDefaults(schema);
    if (value === undefined) continue;
    // An optional group contains only members that are not empty.
    if (isEmpty(value) && !required.includes(name)) continue;
    filled[name] = value;
  }
  return filled;
}

function isEmpty(value: Json): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}
