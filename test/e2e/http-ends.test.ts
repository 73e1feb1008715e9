import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readError } from '../support/http.js';
import { NO_OP } from '../support/scripts.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { createTask, createMetaTask } from '../support/tasks.js';

/** Guards only against hanging. */
const SOON = { signal: () => AbortSignal.timeout(20_000) };

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

it('HEAD of a stream or of logs answers with the headers of the GET and ends', async () => {
  const task = await createTask(
    server,
    await createMetaTask(server, 'typescript', NO_OP.typescript),
  );
  const types = { events: 'text/event-stream', [`tasks/${task}/events`]: 'text/event-stream' };
  const all = { ...types, [`tasks/${task}/logs`]: 'application/json' };
  for (const [path, type] of Object.entries(all)) {
    const answer = await fetch(`${server.url}/external/v1/projects/default/${path}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${server.apiKey}` },
      signal: SOON.signal(),
    });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect(answer.headers.get('content-type')).toContain(type);
  }
});

it('an upload of 1,500 parts is refused, and nothing of it is kept', async () => {
  const part = (n: number): string =>
    `--b\r\nContent-Disposition: form-data; name="file"; filename="f${n}.txt"\r\n\r\n${n}\r\n`;
  const body = `${Array.from({ length: 1_500 }, (_, n) => part(n)).join('')}--b--\r\n`;
  const answer = await server.call('POST', '/external/v1/projects/default/files/upload', {
    body,
    headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
  });
  expect(readError(answer)).toBe('422 validation_failed');
  expect(answer.text).toContain('more than 1000 files');
  const usage = await server.call<{ usage: { files: number } }[]>(
    'GET',
    '/projects/default/workspaces',
  );
  expect(usage.body.map(({ usage: { files } }) => files)).toEqual([0]);
});
