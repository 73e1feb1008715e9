import type { RunsFilter } from '../api/runs-filter.js';

type ListSearch = RunsFilter & { fold?: false; cols?: string; view?: string };

const last = new Map<string, ListSearch>();

/** Keeps how the list of runs of a project was narrowed, so that the way back leads to the same. */
export function rememberList(project: string, search: ListSearch): void {
  last.set(project, search);
}

export function lastList(project: string): ListSearch {
  return last.get(project) ?? {};
}
