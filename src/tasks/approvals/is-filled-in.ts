import { isDeepStrictEqual } from 'node:util';
import { formDefaults } from '../../base/forms/form-defaults.js';
import type { Json } from '../../base/kernel/json.js';

/** Returns whether the defaults of a form equal the proposal, as they do for a tool call of an agent. */
export function isFilledIn(form: Json, proposal: Json): boolean {
  return proposal !== null && form !== null && isDeepStrictEqual(formDefaults(form), proposal);
}
