import { USAGE_GROUPS, type UsageGroup } from '../../api/types.js';
import { oneOf, readSearch } from '../../parts/search-parameters.js';

export const MEASURES = ['cost', 'tokens', 'calls'] as const;
export type Measure = (typeof MEASURES)[number];

export interface UsageSearch {
  by?: UsageGroup;
  show?: Measure;
  from?: string;
  to?: string;
}

/** Returns the search parameters of the screen of usage. */
export function usageSearch(parameters: Record<string, unknown>) {
  return readSearch<UsageSearch>(parameters, {
    by: oneOf(...USAGE_GROUPS),
    show: oneOf(...MEASURES),
    from: dayParameter,
    to: dayParameter,
  });
}

function dayParameter(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && isDay(value)
    ? value
    : undefined;
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
