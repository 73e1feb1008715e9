import type { MetaTask, RunLimits } from '../../api/types.js';
import { texts } from '../../texts/en/meta-task.js';
import { texts as values } from '../../texts/en/values.js';

type Name = keyof typeof texts.limits.names;

export interface EffectiveSetting {
  name: Name;
  value: string;
  from: 'version' | 'default' | 'installation';
  /** Maximum that the installation allows a meta-task to set; null if there is no maximum. */
  most: string | null;
}

/** Defaults of the fields that a meta-task does not set. */
const DEFAULTS: Partial<Record<Name, unknown>> = {
  max_attempts: 1,
  retry_on: (
    'script_error script_crashed timeout cpu_limit out_of_memory ' +
    'dependency_error model_error sandbox_error'
  ).split(' '),
  retry_delay_seconds: 1,
  retry_factor: 2,
  retry_max_delay_seconds: 300,
  retry_jitter: 0.2,
  priority: 0,
  network: 'none',
  auto_approve: false,
};

const UNITS: Partial<Record<Name, (value: number) => string>> = {
  timeout_seconds: texts.limits.seconds,
  total_timeout_seconds: texts.limits.seconds,
  cpu_seconds: texts.limits.seconds,
  retry_delay_seconds: texts.limits.seconds,
  retry_max_delay_seconds: texts.limits.seconds,
  memory_mb: texts.limits.mib,
  max_attempts: texts.limits.attempts,
  max_tokens: texts.limits.tokens,
  max_cost_usd: texts.limits.usd,
};

/** Returns the effective value of each limit and its source. */
export function effectiveSettings(metaTask: MetaTask, limits: RunLimits): EffectiveSetting[] {
  return (Object.keys(texts.limits.names) as Name[]).map((name) => {
    const own = metaTask[name];
    const limit = name in limits ? limits[name as keyof RunLimits] : undefined;
    const most = limit?.most ?? null;
    const value = own ?? limit?.default ?? null;
    const isOwn = own !== null && JSON.stringify(own) !== JSON.stringify(DEFAULTS[name]);
    const fallback = limit === undefined ? 'default' : 'installation';
    return {
      name,
      value: inWords(name, value),
      from: isOwn && !isNothing(own) ? 'version' : fallback,
      most: most === null ? null : inWords(name, most),
    };
  });
}

function isNothing(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function inWords(name: Name, value: unknown): string {
  if (value === null || isNothing(value)) return texts.limits.none;
  if (typeof value === 'boolean') return value ? values.yes : values.no;
  if (typeof value === 'number') return UNITS[name]?.(value) ?? String(value);
  return Array.isArray(value) ? value.join(', ') : String(value as string);
}
