import type { MyProject, Run } from '../../api/types.js';

/** The subject of a page: a run, and its project with what one may do in it. */
export interface Subject {
  project: MyProject;
  run: Run;
}

/** The end of an id, by which people and commands name a task. */
export function shortId(id: string): string {
  return id.replaceAll('-', '').slice(-8);
}

export function pullCommand({ id }: Pick<Run, 'id'>): string {
  return `metarun pull ${shortId(id)}`;
}
