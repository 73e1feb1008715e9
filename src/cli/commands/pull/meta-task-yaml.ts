import { stringify } from 'yaml';
import type { MetaTask } from '@metarun/client';
import { DEFINITIONS } from '../../../tasks/meta-tasks/definition.js';
import { FIELD_NAMES, type FieldName, FIELDS } from '../../../tasks/meta-tasks/fields.js';

/** Fields with a fixed position in the file, or written only under certain conditions. */
const APART: readonly FieldName[] = ['name', 'execution_mode', 'params_schema', 'retry_on'];
const HEAD = '# What the server had as this version; the script stands beside it.\n';

/** Returns the `metatask.yaml` of a version. `bindings` has the names of the bound resources by field. */
export function metaTaskYaml(
  version: MetaTask,
  script: string,
  bindings: { workspace: string | null; agent: string | null; image: string | null },
): string {
  const isAgent = version.execution_mode === 'agent';
  const { workspace, agent, image } = bindings;
  const fields: Record<string, unknown> = {
    name: version.name,
    identifier: version.identifier,
    ...(isAgent ? { execution_mode: 'agent' } : { language: version.script_language }),
    script,
    ...(workspace !== null && { workspace }),
    ...(agent !== null && { agent }),
    ...(image !== null && { docker_image: image }),
  };
  const standard = DEFINITIONS.created({ name: version.name });
  // The client's types lack a new field until they are generated from a built server.
  const values: Partial<Record<FieldName, unknown>> = version;
  for (const name of FIELD_NAMES) {
    if (FIELDS[name].inFile === null || APART.includes(name)) continue;
    const value = values[name];
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(standard[name]))
      fields[name] = value;
  }
  if (version.max_attempts > 1) fields['retry_on'] = version.retry_on;
  // An inferred schema is inferred again from the script.
  if (version.params_schema !== null && !version.params_schema_inferred)
    fields['params_schema'] = version.params_schema;
  return HEAD + stringify(fields, { lineWidth: 0 });
}
