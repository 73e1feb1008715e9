import type { Json } from '../../base/kernel/json.js';
import type { SchemaValidator } from '../../base/schema/schema-validator.js';

/**
 * Returns the first value that matches the form; null if none does. `waits` is passed on to
 * {@link SchemaValidator.validate}.
 */
export async function matchingPayload(
  schemas: SchemaValidator,
  projectId: string,
  form: Json,
  values: readonly (Json | undefined)[],
  waits: boolean,
): Promise<Json> {
  const schema = JSON.stringify(form);
  for (const value of values) {
    if (value === undefined || value === null) continue;
    const issues = await schemas.validate(schema, value, projectId, { waits });
    if (issues.length === 0) return value;
  }
  return null;
}
