import { oneOf, readSearch, textParameter } from '../../parts/search-parameters.js';

export const VIEWS = ['list', 'day', 'week'] as const;
export type View = (typeof VIEWS)[number];

/** Returns the search parameters of the schedules: the meta-task to filter by, and the view as list or calendar. */
export function schedulesListSearch(parameters: Record<string, unknown>) {
  return readSearch<{ type?: string; view?: View }>(parameters, {
    type: textParameter,
    view: oneOf(...VIEWS),
  });
}
