import { oneOf, readSearch, wholeParameter } from '../../parts/search-parameters.js';

export const TABS = ['run', 'runs', 'code', 'versions', 'limits', 'call'] as const;
export type MetaTaskTab = (typeof TABS)[number];

export interface MetaTaskSearch {
  tab?: MetaTaskTab;
  /** The version that is shown; the current one by default. */
  version?: number;
  /** The version that it is compared with. */
  with?: number;
}

/** Returns what the address says about the page of a meta-task. */
export function metaTaskSearch(parameters: Record<string, unknown>) {
  return readSearch<MetaTaskSearch>(parameters, {
    tab: oneOf(...TABS),
    version: wholeParameter,
    with: wholeParameter,
  });
}
