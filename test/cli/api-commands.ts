import { expect } from '@jest/globals';

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
 * Returns the operations of an API without a request. `requests` are given as `GET /projects`, `paths` as in the
 * OpenAPI document.
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

/** Returns false if the request ends in a fixed word, such as `…/schedules/preview`, where the path has a parameter. */
function isItself(request: string, path: string): boolean {
  const words = 'preview batch content upload move copy raw search outline'.split(' ');
  const last = request.split('/').at(-1) ?? '';
  return !words.includes(last) || path.endsWith(`/${last}`);
}

/** Operations that the audit log omits, with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  Tasks_create: 'the task has its own record of who created it',
  Try_tryNew: 'so has each draft',
  Try_tryChange: 'so has each draft',
  Ask_ask: 'so has each question',
  Tasks_createBatch: 'so has each of these tasks',
  Tasks_wait: 'it changes nothing',
  Schedules_preview: 'it changes nothing',
  MetaTaskCheck_check: 'so does this',
  Bulk_preview: 'it changes nothing',
  Projects_rename: 'the command renames another project here; test/e2e/audit.test.ts does it',
  Tasks_cancel: 'it is refused in this file; test/e2e/audit.test.ts does it',
  Tasks_retry: 'so is this',
  ModelProviders_test: 'the provider of this file does not answer, so that nothing was done',
  McpServers_refresh: 'nor does the MCP server of this file',
  Images_create: 'there is no engine in this file; test/servers/images.test.ts does it',
  Images_refresh: 'nor is it in this file',
  Webhooks_redeliver: 'the delivery of this file may still be tried, so that it is refused',
  MemoryJobs_retry: 'no task of this file has a job, so that it is refused',
  SignIn_create: 'no command signs a browser in; test/e2e/audit.test.ts does',
  Mcp_post: 'what a tool changes is recorded for itself; test/e2e/mcp-tools.test.ts does',
  Files_write: 'no command sends a small text in a request; test/e2e/audit.test.ts does',
};

interface Operation {
  operationId?: string;
}

/**
 * Expects audit records of every operation that changes something, after commands have used all operations. `done` runs
 * a command and returns its output.
 */
export async function expectAllAudited(
  paths: Record<string, Record<string, Operation>>,
  done: (...args: string[]) => Promise<string>,
): Promise<void> {
  expect(await done('audit', 'list', '--limit', '1')).toMatch(/WHEN +BY +FROM +ACTION/);
  const lines = (await done('audit', 'export')).trimEnd().split('\n');
  const ofProject = lines.map((line) => JSON.parse(line) as { action: string });
  const others = await done('audit', 'list', '--installation', '--limit', '200', '--json');
  const { records } = JSON.parse(others) as { records: { action: string }[] };
  const audited = new Set([...ofProject, ...records].map(({ action }) => action));
  const changing = Object.values(paths).flatMap((methods) =>
    Object.entries(methods)
      .filter(([method]) => /^(post|put|patch|delete)$/.test(method))
      .map(([, { operationId = '' }]) => operationId),
  );
  expect(changing.length).toBeGreaterThan(50);
  const missing = changing.filter((id) => !(id in LEFT_OUT) && !audited.has(buildActionName(id)));
  expect(missing).toEqual([]);
}

function buildActionName(operationId: string): string {
  return operationId
    .split('_')
    .map((name) => name.replaceAll(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase())
    .join('.');
}
