import { RETRY_CODES } from '../../workflow/engine/runs/retry-policy.js';
import { MetarunError } from '../../base/kernel/errors.js';
import type { JsonObject } from '../../base/kernel/json.js';
import { type Change, Definitions } from '../catalogue/definitions.js';
import { type Definition, FIELDS } from './fields.js';
import type { MetaTaskVersionEntity } from './meta-task-version.entity.js';
import { withSpeltHosts } from './network-rules.js';

/** The given members of a request; null requests the default. */
export type DefinitionChange = Change<Definition>;

/** Creates, changes and compares the definitions of meta-tasks. */
export const DEFINITIONS = new Definitions<Definition>(FIELDS, (definition) => {
  // A set in a fixed order, so that equal sets are equal lists.
  const on = new Set(definition.retry_on);
  return withSpeltHosts({ ...definition, retry_on: RETRY_CODES.filter((code) => on.has(code)) });
});

/** Returns the definition of a row. Throws MetarunError for a word that this installation does not know. */
export function toDefinition(row: MetaTaskVersionEntity): Definition {
  return DEFINITIONS.ofRow(
    row,
    (field, value) =>
      new MetarunError(
        'not_available',
        `Version ${row.version} of the meta-task "${row.name}" has the ${field} "${value}", which this installation does not know; a server that knows it can show and run it.`,
      ),
  );
}

/** Returns the schema of a column. */
/** Returns the schema of a column; a column that was not read counts as null. */
export function parseStoredSchema(text: string | null | undefined): JsonObject | null {
  return text == null ? null : (JSON.parse(text) as JsonObject);
}
