/** Returns the path of a screen of a project, relative to the URL of the dashboard. */
const below = (project: string, ...rest: string[]): string =>
  ['', 'p', project, ...rest].map(encodeURIComponent).join('/');

export function metaTaskPlace(project: string, identifier: string): string {
  return below(project, 'meta-tasks', identifier);
}

export function approvalPlace(project: string, approval: string): string {
  return below(project, 'approvals', approval);
}

export function againPlace(project: string, task: string): string {
  return below(project, 'runs', task, 'again');
}

export function runPlace(project: string, task: string): string {
  return below(project, 'runs', task);
}

export function schedulePlace(project: string, schedule: string): string {
  return below(project, 'schedules', schedule);
}

export function filePlace(project: string, workspace: string, path: string): string {
  return below(project, 'files', workspace, ...path.split('/').slice(1));
}

/** Returns the place of a screen of a project by its path, which is empty for the screen "Now". */
export function screenPlace(project: string, path: string): string {
  return path === '' ? below(project) : below(project, path);
}
