import type { RunsFilter } from '../../api/runs.js';
import { isStatus } from '../../api/types.js';
import { readSearch, textParameter } from '../../parts/search-parameters.js';

/** The filter of the address, and the names of the parameters that it does not understand. */
export interface RunsSearch extends RunsFilter {
  unknown?: string;
}

export function runsSearch(parameters: Record<string, unknown>): RunsSearch {
  return readSearch<RunsFilter>(parameters, {
    status: (value) => (isStatus(value) ? value : undefined),
    type: textParameter,
    q: textParameter,
  });
}
