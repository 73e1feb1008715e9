/**
 * Requests the data of the opened page while the browser is still parsing the code that shows it: the current user,
 * then the first requests of the screen in the URL. A small file of its own, which is loaded before all others.
 */
import { DASHBOARD_PATH, SERVER } from './api/addresses.js';
import { askEarly, projectIn } from './api/early-answers.js';

/** First requests of screens, by the path of the screen. URLs with a query are not listed. */
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
  // The page itself reports a missing session or an unreachable server.
  const id = await me.then((answer) => projectIn(answer, named)).catch(() => undefined);
  if (id === undefined) return;
  for (const request of first) void askEarly(`${SERVER}external/v1/projects/${id}/${request}`);
}
