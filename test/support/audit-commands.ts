import { expect } from '@jest/globals';

/** Operations that the audit log leaves out, with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  Tasks_create: 'the task has its own record of who created it',
  Try_tryNew: 'so has each draft',
  Try_tryChange: 'so has each draft',
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
 * Holds the audit log to the API, once commands have used every operation: each that changes something has its records. `done` runs
 * a command and returns what it prints.
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
  const missing = changing.filter((id) => !(id in LEFT_OUT) && !audited.has(actionOf(id)));
  expect(missing).toEqual([]);
}

function actionOf(operationId: string): string {
  return operationId
    .split('_')
    .map((name) => name.replaceAll(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase())
    .join('.');
}
