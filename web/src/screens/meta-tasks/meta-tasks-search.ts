import { flagParameter, oneOf, readSearch, textParameter } from '../../parts/search-parameters.js';

export const LANGUAGES = ['python', 'typescript'] as const;

export interface MetaTasksFilter {
  q?: string;
  lang?: (typeof LANGUAGES)[number];
  archived?: boolean;
}

/** Reads the filter of the list from the address. */
export function metaTasksSearch(parameters: Record<string, unknown>) {
  return readSearch<MetaTasksFilter>(parameters, {
    q: textParameter,
    lang: oneOf(...LANGUAGES),
    archived: flagParameter,
  });
}
