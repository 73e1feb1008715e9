/** The addresses of screens that are built apart, below the one of the dashboard. */
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
