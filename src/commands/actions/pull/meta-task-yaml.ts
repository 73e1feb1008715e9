import { stringify } from 'yaml';
import type { MetaTask } from '../../../client/types.js';
import { created, type Definition } from '../../../task-types/definition.js';

/** Fields of a version as the API gives them and `metatask.yaml` has them; it needs those that are not the default. */
const FIELDS = [
  'description',
  'network',
  'allowed_hosts',
  'timeout_seconds',
  'memory_mb',
  'cpu_seconds',
  'total_timeout_seconds',
  'max_attempts',
  'retry_delay_seconds',
  'retry_factor',
  'retry_max_delay_seconds',
  'retry_jitter',
  'priority',
  'concurrency_limit',
  'concurrency_key',
  'auto_approve',
  'extract_memory',
  'allow_mcp',
  'phases',
  'result_schema',
] as const satisfies readonly (keyof MetaTask & keyof Definition)[];
const HEAD = '# What the server had as this version; the script stands beside it.\n';

/** `metatask.yaml` of a version. `workspace`: name of the one that it is bound to. */
export function metaTaskYaml(version: MetaTask, script: string, workspace: string | null): string {
  const fields: Record<string, unknown> = {
    name: version.name,
    identifier: version.identifier,
    language: version.script_language,
    script,
    ...(workspace !== null && { workspace }),
  };
  const standard = created({ name: version.name });
  for (const name of FIELDS) {
    const value = version[name];
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(standard[name]))
      fields[name] = value;
  }
  if (version.max_attempts > 1) fields['retry_on'] = version.retry_on;
  // An inferred one comes from the script again.
  if (version.params_schema !== null && !version.params_schema_inferred)
    fields['params_schema'] = version.params_schema;
  return HEAD + stringify(fields, { lineWidth: 0 });
}
