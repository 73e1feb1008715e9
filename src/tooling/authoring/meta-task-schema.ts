import type { Field } from '../../tasks/catalogue/field.js';
import { FIELD_NAMES, FIELDS } from '../../tasks/meta-tasks/fields.js';

/** Returns the properties of the JSON Schema of `metatask.yaml` by the fields of a meta-task. */
export function fieldProperties(): Record<string, object> {
  const inFile = FIELD_NAMES.filter((name) => FIELDS[name].inFile !== null);
  return Object.fromEntries(inFile.map((name) => [name, toSchemaProperty(FIELDS[name])]));
}

function toSchemaProperty(field: Field<unknown>): object {
  const { schema, default: unsaid, inFile, description } = field;
  const defaultOnly =
    Array.isArray(unsaid) || unsaid === null || unsaid === undefined ? {} : { default: unsaid };
  const nullable = {
    ...schema,
    ...(unsaid !== undefined && schema.type !== undefined && { type: [schema.type, 'null'] }),
    ...(unsaid !== undefined && schema.enum !== undefined && { enum: [...schema.enum, null] }),
    ...inFile?.schema,
  };
  return { ...nullable, ...defaultOnly, description: inFile?.description ?? description };
}
