import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { refusedStart } from '../support/cli.js';
import { isTerminal, PROJECT_EVENTS, readEvents } from '../support/events.js';
import Sqlite from 'better-sqlite3';
import { query } from '../support/postgres.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { createTask, createMetaTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

declare const DATABASE: 'sqlite' | 'postgres';

const secret = (prefix: string): string => `${prefix}${randomBytes(32).toString('base64url')}`;

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({ METARUN_LOG_LEVEL: 'debug' });
});
afterAll(() => server.stop());

it('no secret reaches the log, an answer to another client, or an event', async () => {
  const guessed = [secret('mrk_'), secret('mrt_'), `mrt_${'a'.repeat(60)}`];
  const answers: string[] = [];
  const ask = async (method: string, path: string, options = {}): Promise<void> => {
    const answer = await server.call(method, path, options);
    answers.push(answer.text + JSON.stringify([...answer.headers]));
  };
  const known = [server.apiKey, server.adminToken];
  for (const one of [...guessed, ...known]) {
    // Wrong credentials, and right ones in wrong places.
    await ask('GET', '/auth/me', { token: one });
    await ask('GET', TASKS, { token: one });
    await ask('GET', `${TASKS}?cursor=${one}&q=${one}&token=${one}`);
    await ask('GET', `${TASKS}/${one}`);
    await ask('GET', `/projects/${one}`);
    await ask('GET', `/nowhere/${one}?key=${one}`);
    await ask('POST', TASKS, { body: { task_type_identifier: one, params: { token: one } } });
    await ask('POST', TASKS, { body: `{"task_type_identifier": "${one}", broken` });
    await ask('POST', TASKS, { body: { [one]: 1 } });
    await ask('GET', TASKS, { headers: { Authorization: `Basic ${one}` } });
    await ask('GET', TASKS, { headers: { Cookie: `session=${one}`, 'X-Api-Key': one } });
    await ask('GET', TASKS, { headers: { 'X-Request-Id': one } });
    await ask('POST', '/auth/tokens', { body: { name: one, secret: one } });
  }
  const made = await server.call<{ token: string }>('POST', '/auth/tokens', {
    body: { name: 'made' },
  });
  expect(made.status).toBe(201);
  const identifier = await createMetaTask(
    server,
    'python',
    'import os\ndef run(params, reporter):\n    print(dict(os.environ))\n    raise ValueError("no")\n',
  );
  const task = await createTask(server, identifier);
  await taskWhen(server, task);
  const { events } = await readEvents(
    server,
    PROJECT_EVENTS,
    (found) => found.some((event) => event.data.task_id === task && isTerminal(event)),
    { 'Last-Event-ID': '0' },
  );
  await server.end('SIGTERM');

  const log = server.output.stdout + server.output.stderr;
  expect(log).toContain('"status":401');
  expect(log).toContain('"status":422');
  const url = server.env['METARUN_DATABASE_URL'];
  const secrets = [...guessed, ...known, made.body.token, ...(url ? [url] : [])];
  for (const one of secrets) {
    expect(log).not.toContain(one);
    expect(JSON.stringify(events)).not.toContain(one);
  }
  // A client may get back what it sent, but no other secret.
  expect(answers.filter((text) => text.includes(made.body.token))).toEqual([]);
  await server.restart();
});

it('a failing database puts no secret into the log', async () => {
  if (DATABASE === 'postgres') {
    const url = new URL(server.env['METARUN_DATABASE_URL'] ?? '');
    const admin = url.href;
    url.username = 'metarun_nobody';
    url.password = 'hunter2hunter2';
    const { code, stdout, stderr } = await refusedStart({
      ...server.env,
      METARUN_DATABASE_URL: url.href,
    });
    expect(code).toBe(1);
    expect(stdout + stderr).not.toContain('hunter2');
    await query(admin, 'ALTER TABLE access_tokens RENAME TO gone');
    const answer = await server.call<{ code: string }>('GET', '/auth/me');
    await query(admin, 'ALTER TABLE gone RENAME TO access_tokens');
    expect([answer.status, answer.body.code]).toEqual([500, 'internal']);
  } else {
    const database = new Sqlite(`${server.dataDir}/metarun.db`);
    database.exec('ALTER TABLE access_tokens RENAME TO gone');
    const answer = await server.call<{ code: string }>('GET', '/auth/me');
    database.exec('ALTER TABLE gone RENAME TO access_tokens');
    database.close();
    expect([answer.status, answer.body.code]).toEqual([500, 'internal']);
    expect(answer.text).not.toContain('access_tokens');
  }
  const log = await until('the failure in the log', () => {
    const written = server.output.stdout + server.output.stderr;
    return written.includes('request failed') && written;
  });
  expect(log).not.toContain(server.adminToken);
  expect((await server.call('GET', '/auth/me')).status).toBe(200);
});
