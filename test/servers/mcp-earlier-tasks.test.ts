/** Tests tools of servers of revision 2025-11-25 that run as tasks. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { waitForApproval, decide } from '../support/approvals.js';
import { withBody } from '../support/inline-script.js';
import {
  type EarlierTask,
  type EarlierTaskServer,
  startEarlierTaskServer,
} from '../support/mcp-servers/earlier-task-server.js';
import { newMcpServer } from '../support/mcp-servers/registry.js';
import { type HostedServer, startServer } from '../support/server.js';
import { sql } from '../support/sql.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

let server: HostedServer;
let earlier: EarlierTaskServer;
let identifier: string;
beforeAll(async () => {
  [server, earlier] = await Promise.all([
    startServer({ METARUN_NETWORK_RANGES: '127.0.0.0/8' }),
    startEarlierTaskServer(),
  ]);
  await newMcpServer(server, { name: 'earlier', url: earlier.url, tools: ['*'] });
  const code = `found = reporter.mcp.call("earlier", "long")
return [found.text, found.is_error]`;
  const more = { allow_mcp: true };
  identifier = await createMetaTask(server, 'python', withBody('python', code), more);
});
afterAll(async () => {
  await server.stop();
  await earlier.close();
});

/** Creates a task whose tool call has started a task on the MCP server. */
async function begun(): Promise<{ id: string; remote: EarlierTask }> {
  earlier.seen.length = 0;
  const working = Promise.withResolvers<EarlierTask>();
  earlier.work = (task) => Promise.resolve(working.resolve(task));
  const id = await createTask(server, identifier);
  const remote = await working.promise;
  await taskWhen(server, id, ({ status }) => status === 'waiting');
  return { id, remote };
}
const says = (text: string) => ({ content: [{ type: 'text' as const, text }] });
const count = (method: string): number => earlier.seen.filter((one) => one === method).length;

it('a remote task of the earlier revision survives a restart in its session, which ends with it', async () => {
  const { id, remote } = await begun();
  await server.reopen();
  await until('the task to be asked for', () => count('tasks/get') > 0);
  await remote.end('completed', says('done'));
  expect((await taskWhen(server, id)).result).toEqual(['done', false]);
  await until('the end of the session', () => count('DELETE') === 1);
  // Polling the task does not open another session.
  expect([count('tools/call'), count('initialize')]).toEqual([1, 1]);
  expect(await sql(server, 'SELECT session FROM mcp_sessions')).toEqual([]);
  const { text } = await server.call('GET', `${TASKS}/${id}/steps`);
  expect(text).not.toMatch(/session/i);
});

it('a remote task asks people, reports a failure, and is cancelled with its task, even while it asks', async () => {
  const { id, remote } = await begun();
  const answer = remote.ask('Are you sure?');
  const approval = await waitForApproval(server, id);
  expect(approval.proposal).toMatchObject({ message: 'Are you sure?', tool: 'long' });
  await decide(server, approval.id, { decision: 'approve', payload: { sure: true } });
  expect(await answer).toMatchObject({ action: 'accept', content: { sure: true } });
  await remote.end('failed', { ...says('no paper'), isError: true });
  expect((await taskWhen(server, id)).result).toEqual(['no paper', true]);
  expect(count('tools/call')).toBe(1);

  const asking = await begun();
  asking.remote.ask('Again?').catch(() => undefined);
  await waitForApproval(server, asking.id);
  await server.call('POST', `${TASKS}/${asking.id}/cancel`);
  await until('the cancel', () => count('tasks/cancel') === 1);
  await until('the end of the session', () => count('DELETE') === 1);

  const working = await begun();
  await server.call('POST', `${TASKS}/${working.id}/cancel`);
  await until('the cancel', () => count('tasks/cancel') === 1);
});
