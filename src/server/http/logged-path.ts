/** Paths whose remainder is a credential: see src/tasks/approvals/page. */
const SECRET = /^(\/+approve\/+).+/i;

/** Returns the path of a request as it may be logged. */
export function loggedPath(path: string): string {
  return path.replace(SECRET, '$1…');
}
