import type { MyProject, Run } from '../../api/types.js';

/** Subject of the page: a run, and its project with the user's permissions. */
export interface Subject {
  project: MyProject;
  run: Run;
}

/** Returns the last eight hex digits of an id, which users and commands accept as the name of a task. */
export function shortId(id: string): string {
  return id.replaceAll('-', '').slice(-8);
}

export function pullCommand({ id }: Pick<Run, 'id'>): string {
  return `metarun pull ${shortId(id)}`;
}
