/** A path below the dashboard, with the files that its screen needs besides those of the page. */
export interface PageRoute {
  /** `$name` matches any segment, a final `$` all remaining ones. */
  readonly segments: readonly string[];
  readonly files: readonly string[];
}

/** Parses the list of routes that the build wrote. Throws if it is malformed. */
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

/** Returns the first route that matches a path below the dashboard; undefined if none does. */
export function findRoute(routes: readonly PageRoute[], path: string): PageRoute | undefined {
  const wanted = path.split('/').filter((segment) => segment !== '');
  return routes.find(({ segments }) => {
    const isOpen = segments.at(-1) === '$';
    if (isOpen ? wanted.length < segments.length : wanted.length !== segments.length) return false;
    return segments.every((segment, at) => segment.startsWith('$') || segment === wanted[at]);
  });
}
