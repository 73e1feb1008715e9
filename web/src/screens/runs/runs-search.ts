import { type RunsFilter, SPANS } from '../../api/runs-filter.js';
import { isStatus } from '../../api/types.js';
import { readSearch, textParameter } from '../../parts/search-parameters.js';

/** The filter of the address, and the names of the parameters that it does not understand. */
export interface RunsSearch extends RunsFilter {
  /** False shows each of those that are the same. */
  fold?: false;
  unknown?: string;
}

export function runsSearch(parameters: Record<string, unknown>): RunsSearch {
  return readSearch<Omit<RunsSearch, 'unknown'>>(parameters, {
    status: (value) => (isStatus(value) ? value : undefined),
    type: textParameter,
    q: textParameter,
    error: textParameter,
    since: (value) => (isSpan(value) ? value : timeParameter(value)),
    until: timeParameter,
    schedule: textParameter,
    parent: textParameter,
    roots: (value) => (value === false ? false : undefined),
    fold: (value) => (value === false ? false : undefined),
  });
}

function isSpan(value: unknown): value is keyof typeof SPANS {
  return typeof value === 'string' && Object.hasOwn(SPANS, value);
}

function timeParameter(value: unknown): string | undefined {
  return typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT/.test(value) &&
    !Number.isNaN(Date.parse(value))
    ? value
    : undefined;
}
