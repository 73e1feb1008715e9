/** The paths below which a path is a credential by itself: see src/tasks/approvals/page. */
const SECRET = /^(\/+approve\/+).+/i;

/** A request's path as the log may have it. */
export function loggedPath(path: string): string {
  return path.replace(SECRET, '$1…');
}
