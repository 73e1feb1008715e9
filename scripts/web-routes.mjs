// Reads which screen each path of the dashboard shows, for the files that a browser needs of it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILES = ['router.tsx', 'settings-routes.ts'];
const ROUTE = /getParentRoute: \(\) => (\w+),\s*path: '([^']*)',/;
const SCREEN = /import\('\.\/(screens\/[^']+)\.js'\)/;
/** The paths of the routes that others stand below, in parent-routes.tsx. */
const PARENTS = { signedIn: '', project: 'p/$project/' };

/** Returns pairs of a path, with "$name" for a segment and "$" for all further ones, and the module of its screen. */
export async function screensOfPaths(folder) {
  const pairs = [];
  for (const file of FILES) {
    const text = await readFile(join(folder, file), 'utf8');
    const found = text.split('createRoute({').flatMap((route) => {
      const [, screen] = SCREEN.exec(route) ?? [];
      const [, parent, path] = ROUTE.exec(route) ?? [];
      if (screen === undefined || parent === undefined) return [];
      const above = PARENTS[parent];
      if (above === undefined) throw new Error(`${file}: the path of "${parent}" is not known`);
      const whole = above + path.replace(/^\//, '');
      return [[whole.replace(/\/$/, ''), `web/src/${screen}.tsx`]];
    });
    // A screen that this does not see would be read late, and no test would notice.
    const named = text.split("import('./screens/").length - 1;
    if (found.length !== named)
      throw new Error(`${file}: ${named} screens are named, and the paths of ${found.length} read`);
    pairs.push(...found);
  }
  // What has no variable part goes first: "new" is no id.
  const variables = ([path]) => path.split('/').filter((part) => part.startsWith('$')).length;
  return pairs.toSorted((one, other) => variables(one) - variables(other));
}
