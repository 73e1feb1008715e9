import { oneOf, readSearch, textParameter } from '../../parts/search-parameters.js';

export const VIEWS = ['list', 'day', 'week'] as const;
export type View = (typeof VIEWS)[number];

/** Returns what the address says about the schedules: the meta-task, and whether they are a list or a calendar. */
export function schedulesListSearch(parameters: Record<string, unknown>) {
  return readSearch<{ type?: string; view?: View }>(parameters, {
    type: textParameter,
    view: oneOf(...VIEWS),
  });
}
