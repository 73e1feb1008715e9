/** Arguments of `metarun agents`, one after the other, for each of its operations; `a.yaml` has the name "A". */
export const AGENTS_COMMANDS: readonly string[] = [
  'create a.yaml',
  'change a a.yaml',
  'show a',
  'show a --version 1',
  'list',
  'versions a',
  'rollback a 1',
  'archive a --yes',
  'restore a',
];

/** Operations that need no command, with the reason. */
export const WITHOUT_COMMAND: Readonly<Record<string, string>> = {
  'POST /auth/sessions': 'signs a browser in; commands send the token itself',
  'POST /projects/{project_id}/task-types/check': 'for editors; `metarun check` needs no server',
  'POST /external/v1/projects/{project_id}/mcp': 'takes messages of MCP clients, not commands',
  'GET /health/live': 'asked by what supervises the process, which has no need of a command',
  'GET /health/ready': 'asked by load balancers',
  'GET /metrics': 'read by a monitoring system',
  'GET /scale': 'read by what starts and stops servers',
  'PUT /external/v1/projects/{project_id}/files/content':
    'a small text in a request; `files put` uploads files of any size',
};

/**
 * Returns the operations of an API that no request was one of. `requests`: as `GET /projects`; `paths`: those of the OpenAPI
 * document.
 */
export function operationsWithout(
  requests: Iterable<string>,
  paths: Record<string, Record<string, unknown>>,
): string[] {
  const made = [...requests];
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => /^(get|put|post|patch|delete)$/.test(method))
      .map((method) => ({ method: method.toUpperCase(), path })),
  );
  const without = operations.filter(({ method, path }) => {
    const pattern = path.replaceAll(/[.]/g, '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
    const is = new RegExp(`^${method} ${pattern.replace(/\/$/, '')}/?$`);
    return !made.some((request) => is.test(request) && isItself(request, path));
  });
  return without.map(({ method, path }) => `${method} ${path}`);
}

/** A path with a fixed word is not that with a parameter at its place: `…/schedules/preview`. */
function isItself(request: string, path: string): boolean {
  const words = 'preview batch content upload move copy raw search outline'.split(' ');
  const last = request.split('/').at(-1) ?? '';
  return !words.includes(last) || path.endsWith(`/${last}`);
}
