/** A path below the dashboard, and the files that its screen needs besides those of the page. */
export interface PageRoute {
  /** `$name` stands for any segment, a `$` at the end for all further ones. */
  readonly segments: readonly string[];
  readonly files: readonly string[];
}

/** Returns the routes that the build has written; throws where it is no such list. */
export function readRoutes(json: string): PageRoute[] {
  const parsed: unknown = JSON.parse(json);
  if (!Array.isArray(parsed)) throw new Error('routes.json has no list');
  return parsed.map((pair: unknown) => {
    const [path, files]: unknown[] = Array.isArray(pair) ? pair : [];
    if (typeof path !== 'string' || !Array.isArray(files))
      throw new Error('routes.json has a route without a path or files');
    return { segments: path.split('/'), files: files.map(String) };
  });
}

/** Returns the first of the routes that a path below the dashboard is of; undefined where it is of none. */
export function routeOf(routes: readonly PageRoute[], path: string): PageRoute | undefined {
  const wanted = path.split('/').filter((segment) => segment !== '');
  return routes.find(({ segments }) => {
    const isOpen = segments.at(-1) === '$';
    if (isOpen ? wanted.length < segments.length : wanted.length !== segments.length) return false;
    return segments.every((segment, at) => segment.startsWith('$') || segment === wanted[at]);
  });
}
