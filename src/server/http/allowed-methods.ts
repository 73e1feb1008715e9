import type { Request } from 'express';

/** The part of a router's layer that is looked at: its route, if it has one, and whether it is for a path. */
interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> } | undefined;
  match(path: string): boolean;
}

/**
 * Returns the methods that the path of a request has, for the header `Allow`; none if nothing is at the path. To be asked
 * only of requests that no route has answered.
 */
export function allowedMethods(request: Request): string[] {
  const layers = request.app.router.stack as unknown as readonly Layer[];
  const methods = new Set<string>();
  for (const layer of layers)
    if (layer.route && layer.match(request.path))
      for (const method of Object.keys(layer.route.methods)) methods.add(method.toUpperCase());
  if (methods.size === 0) return [];
  // Express answers these by itself.
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods, 'OPTIONS'].toSorted();
}
