import { oneOf, readSearch, wholeParameter } from '../../parts/search-parameters.js';

export const TABS = ['run', 'runs', 'code', 'versions', 'limits', 'call'] as const;
export type MetaTaskTab = (typeof TABS)[number];

export interface MetaTaskSearch {
  tab?: MetaTaskTab;
  /** Version to show; the current one by default. */
  version?: number;
  /** Version to compare with. */
  with?: number;
}

/** Returns the search parameters of the screen of a meta-task. */
export function metaTaskSearch(parameters: Record<string, unknown>) {
  return readSearch<MetaTaskSearch>(parameters, {
    tab: oneOf(...TABS),
    version: wholeParameter,
    with: wholeParameter,
  });
}
