import { isDeepStrictEqual } from 'node:util';
import { formDefaults } from '../../base/forms/form-defaults.js';
import type { Json } from '../../base/kernel/json.js';

/** Returns whether the defaults of a form are what is proposed, as those of a call of an agent are. */
export function isFilledIn(form: Json, proposal: Json): boolean {
  return proposal !== null && form !== null && isDeepStrictEqual(formDefaults(form), proposal);
}
