import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { requireProblem } from '../support/http.js';
import { newMetaTask, postMetaTask } from '../support/meta-tasks.js';
import { sharedServer } from '../support/shared-server.js';
import type { TestServer } from '../support/server.js';
import { runScript } from '../support/tasks.js';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const HASH = `import { createHash } from 'node:crypto';
export default (params: { text: string }) => createHash('md5').update(params.text).digest('hex');
`;

it('a meta-task with the runtime node runs on Node and shows its runtime', async () => {
  const { status, result } = await runScript(server, 'typescript', HASH, {
    metaTask: { runtime: 'node' },
    params: { text: 'a' },
  });
  expect([status, result]).toEqual(['success', '0cc175b9c0f1b6a831c399e269772661']);
  const made = await newMetaTask(server, {
    name: 'Hash',
    script_language: 'typescript',
    runtime: 'node',
  });
  expect(made).toMatchObject({ runtime: 'node' });
});

it.each([
  ['a module of Node in an isolate', { script: HASH }, '/script', /`runtime` to "node"/],
  ['Python', { script_language: 'python', runtime: 'node' }, '/runtime', /for TypeScript alone/],
  ['another runtime', { runtime: 'deno' }, '/runtime', /isolate, node/],
])('the field runtime refuses %s', async (_what, fields, pointer, message) => {
  const body = { name: 'Task', script_language: 'typescript', ...fields };
  const answer = await postMetaTask(server, body);
  expect(answer.status).toBe(422);
  const [error] = requireProblem(answer).errors ?? [];
  expect(error).toMatchObject({ pointer, message: expect.stringMatching(message) });
});
