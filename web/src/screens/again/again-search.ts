import { oneOf, readSearch, textParameter } from '../../parts/search-parameters.js';

export interface AgainSearch {
  version?: 'same' | 'current';
  /** Id of a step. */
  from_step?: string;
}

/** Returns how a run is to be made again, as far as the address says it. */
export function againSearch(parameters: Record<string, unknown>) {
  return readSearch<AgainSearch>(parameters, {
    version: oneOf('same', 'current'),
    from_step: textParameter,
  });
}
