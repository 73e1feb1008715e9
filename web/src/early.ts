/**
 * Asks for the data of the page that is opened, while the browser still reads the code that shows it: who is signed in, and then
 * what the screen of the address asks for first. It is a file of its own, small, and before all others.
 */
import { DASHBOARD_PATH, SERVER } from './api/addresses.js';
import { askEarly, projectIn } from './api/early-answers.js';

/** The first requests of screens without parameters in their addresses. */
const FIRST: readonly (readonly [RegExp, (id: string) => string])[] = [
  [/^$/, () => 'now'],
  [/^runs$/, () => 'tasks?roots=true&limit=50&fields=all'],
  [/^runs\/([0-9a-f-]{36})$/, (task) => `tasks/${task}`],
];

const path = decodeURI(location.pathname.slice(DASHBOARD_PATH.length));
if (!path.startsWith('/login')) void ask();

async function ask(): Promise<void> {
  const me = askEarly(`${SERVER}auth/me`);
  const [, named, screen = ''] = /^\/p\/([^/]+)\/?(.*)$/.exec(path) ?? [];
  if (named === undefined || location.search !== '') return;
  const first = FIRST.flatMap(([pattern, request]) => {
    const found = pattern.exec(screen);
    return found === null ? [] : [request(found[1] ?? '')];
  });
  if (first.length === 0) return;
  // Where no user is signed in, or no answer comes, the page says so.
  const id = await me.then((answer) => projectIn(answer, named)).catch(() => undefined);
  if (id === undefined) return;
  for (const request of first) void askEarly(`${SERVER}external/v1/projects/${id}/${request}`);
}
