// Determines the screen of each path of the dashboard, for the list of files that the path needs.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILES = ['router.tsx', 'settings-routes.ts'];
const ROUTE = /getParentRoute: \(\) => (\w+),\s*path: '([^']*)',/;
const SCREEN = /import\('\.\/(screens\/[^']+)\.js'\)/;
/** Paths of the parent routes in parent-routes.tsx. */
const PARENTS = { signedIn: '', project: 'p/$project/' };

/**
 * Returns pairs of a path and the module of its screen. In the path, "$name" stands for one segment and "$" for the
 * rest.
 */
export async function screensOfPaths(folder) {
  const pairs = [];
  for (const file of FILES) {
    const text = await readFile(join(folder, file), 'utf8');
    const found = text.split('createRoute({').flatMap((route) => {
      const [, screen] = SCREEN.exec(route) ?? [];
      const [, parent, path] = ROUTE.exec(route) ?? [];
      if (screen === undefined || parent === undefined) return [];
      const above = PARENTS[parent];
      if (above === undefined) throw new Error(`${file}: unknown parent route "${parent}"`);
      const whole = above + path.replace(/^\//, '');
      return [[whole.replace(/\/$/, ''), `web/src/${screen}.tsx`]];
    });
    // A screen that is missed here would be loaded late, which no test would detect.
    const named = text.split("import('./screens/").length - 1;
    if (found.length !== named)
      throw new Error(`${file}: found the paths of ${found.length} of ${named} screens`);
    pairs.push(...found);
  }
  // Paths with fewer variables come first, so that "new" is not taken for an id.
  const variables = ([path]) => path.split('/').filter((part) => part.startsWith('$')).length;
  return pairs.toSorted((one, other) => variables(one) - variables(other));
}
