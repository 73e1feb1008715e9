import { oneOf, readSearch, textParameter } from '../../parts/search-parameters.js';

export interface AgainSearch {
  version?: 'same' | 'current';
  /** Id of the step to start from. */
  from_step?: string;
}

/** Reads the options of the new run from the address. */
export function againSearch(parameters: Record<string, unknown>) {
  return readSearch<AgainSearch>(parameters, {
    version: oneOf('same', 'current'),
    from_step: textParameter,
  });
}
