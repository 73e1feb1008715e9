import { stringify } from 'yaml';
import type { MetaTask } from '../../../client/types.js';
import type { Json } from '../../../kernel/json.js';

/** Fields of a version as the API gives them and `metatask.yaml` has them, where they are not the default. */
const DEFAULTS: Partial<Record<keyof MetaTask, Json>> = {
  description: null,
  network: 'none',
  allowed_hosts: [],
  timeout_seconds: null,
  memory_mb: null,
  cpu_seconds: null,
  total_timeout_seconds: null,
  max_attempts: 1,
  retry_delay_seconds: 1,
  retry_factor: 2,
  retry_max_delay_seconds: 300,
  retry_jitter: 0.2,
  priority: 0,
  concurrency_limit: null,
  concurrency_key: null,
  auto_approve: false,
  extract_memory: false,
  allow_mcp: false,
  phases: [],
  result_schema: null,
};
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
  for (const [name, standard] of Object.entries(DEFAULTS)) {
    const value = version[name as keyof MetaTask];
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(standard))
      fields[name] = value;
  }
  if (version.max_attempts > 1) fields['retry_on'] = version.retry_on;
  // An inferred one comes from the script again.
  if (version.params_schema !== null && !version.params_schema_inferred)
    fields['params_schema'] = version.params_schema;
  return HEAD + stringify(fields, { lineWidth: 0 });
}
