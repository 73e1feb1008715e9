import type { RunsFilter } from '../api/runs-filter.js';

type ListSearch = RunsFilter & { fold?: false; cols?: string; view?: string };

const last = new Map<string, ListSearch>();

/** Remembers the filters of the list of runs of a project for the link that leads back to it. */
export function rememberList(project: string, search: ListSearch): void {
  last.set(project, search);
}

export function lastList(project: string): ListSearch {
  return last.get(project) ?? {};
}
