import type { UsageOfGroup, UsageReport } from '../../api/types.js';
import { formatCsvLine } from '../../parts/csv.js';
import type { Measure } from './usage-search.js';

const DAY_MS = 86_400_000;
const COLUMNS = [
  'group',
  'model_calls',
  'input_tokens',
  'cached_tokens',
  'output_tokens',
  'cost_usd',
] as const satisfies readonly (keyof UsageOfGroup)[];

/** Returns all days of a report in order, including those without usage. */
export function everyDay({ from, to, groups }: UsageReport): UsageOfGroup[] {
  const known = new Map(groups.map((group) => [group.group, group]));
  const days: UsageOfGroup[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10);
    days.push(known.get(day) ?? { ...sumUsage([]), group: day });
  }
  return days;
}

/** Returns the sum of the groups. The cost is null if none of them has a cost. */
export function sumUsage(groups: readonly UsageOfGroup[]): UsageOfGroup {
  const costs = groups.flatMap(({ cost_usd: usd }) => (usd === null ? [] : [usd]));
  const sum = (name: 'model_calls' | 'input_tokens' | 'cached_tokens' | 'output_tokens'): number =>
    groups.reduce((total, group) => total + group[name], 0);
  return {
    group: null,
    model_calls: sum('model_calls'),
    input_tokens: sum('input_tokens'),
    cached_tokens: sum('cached_tokens'),
    output_tokens: sum('output_tokens'),
    cost_usd: costs.length === 0 ? null : costs.reduce((total, usd) => total + usd, 0),
  };
}

export function selectAmount(group: UsageOfGroup, measure: Measure): number {
  if (measure === 'cost') return group.cost_usd ?? 0;
  if (measure === 'calls') return group.model_calls;
  return group.input_tokens + group.output_tokens;
}

/** Returns the groups as CSV with a header. */
export function formatUsageCsv(by: string, groups: readonly UsageOfGroup[]): string {
  const rows = groups.map((group) => COLUMNS.map((name) => group[name]));
  return [[by, ...COLUMNS.slice(1)], ...rows].map(formatCsvLine).join('');
}
