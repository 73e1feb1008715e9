import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PROJECT_EVENTS } from '../support/events.js';
import { FilesClient } from '../support/files-client.js';
import { NO_OP } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { loadNumber, sql } from '../support/sql.js';
import { createMetaTask } from '../support/tasks.js';
import { until } from '../support/until.js';

declare const DATABASE: 'sqlite' | 'postgres';

const MIB = 1024 * 1024;

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess();
});
afterAll(() => server.stop());

interface Made {
  id: string;
  secret: string;
}

async function newKey(more: object = {}): Promise<Made> {
  const { status, body } = await server.call<{ id: string; key: string }>(
    'POST',
    '/projects/default/api-keys',
    { body: { name: 'reader', ...more } },
  );
  expect(status).toBe(201);
  return { id: body.id, secret: body.key };
}

async function newMember(role: string): Promise<Made & { userId: string }> {
  const member = await server.call<{ user_id: string }>('POST', '/projects/default/members', {
    body: { name: `a ${role}`, role },
  });
  const { user_id: userId } = member.body;
  const { body } = await server.call<{ id: string; token: string }>('POST', '/auth/tokens', {
    body: { name: 'reader', user_id: userId, role: 'admin' },
  });
  return { id: body.id, secret: body.token, userId };
}

interface Going {
  status: number;
  text: string;
  /** End of the answer; null while it continues. */
  ended: 'whole' | 'broken' | null;
}

/** Sends a request and resolves when its answer begins. The answer is read after `reads` resolves. */
function open(
  path: string,
  secret: string,
  on = server,
  reads: Promise<unknown> = Promise.resolve(),
): Promise<Going> {
  const headers = { Authorization: `Bearer ${secret}` };
  return new Promise((resolve, reject) => {
    const sent = request(on.url + path, { headers }, (answer) => {
      const going: Going = { status: answer.statusCode ?? 0, text: '', ended: null };
      answer.setEncoding('utf8');
      answer.on('end', () => (going.ended ??= 'whole'));
      answer.on('close', () => (going.ended ??= 'broken'));
      answer.on('error', () => (going.ended = 'broken'));
      void reads.then(() => answer.on('data', (chunk: string) => (going.text += chunk)));
      resolve(going);
    });
    sent.on('error', reject).end();
  });
}

async function stream(secret: string, on = server, path = PROJECT_EVENTS): Promise<Going> {
  const going = await open(path, secret, on);
  await until('the stream', () => going.text.includes(': connected'));
  expect(going).toMatchObject({ status: 200, ended: null });
  return going;
}

/** Waits for the end of a stream and returns its final code. */
async function codeOfEnd(going: Going): Promise<unknown> {
  await until('the end of the stream', () => going.ended !== null);
  expect(going.ended).toBe('whole');
  const [, data = '{}'] = /\nevent: closed\ndata: (.*)\n\n$/.exec(going.text) ?? [];
  const { code, detail } = JSON.parse(data) as { code: unknown; detail: unknown };
  expect(detail).toEqual(expect.any(String));
  return code;
}

async function again(secret: string): Promise<number> {
  return (await server.call('GET', PROJECT_EVENTS, { token: secret })).status;
}

const MEMBERS = '/projects/default/members';

describe('a stream ends with what let it in, and another one does not', () => {
  let other: Going;
  beforeAll(async () => {
    other = await stream(server.apiKey);
  });
  afterAll(() => expect(other.ended).toBeNull());

  it('a stream ends when its API key is revoked', async () => {
    const { id, secret } = await newKey();
    const streams = await Promise.all([stream(secret), stream(secret)]);
    await server.call('DELETE', `/projects/default/api-keys/${id}`);
    for (const one of streams) expect(await codeOfEnd(one)).toBe('unauthenticated');
    expect(await again(secret)).toBe(401);
  });

  it('a stream of one task ends when its access token is revoked', async () => {
    const { id, secret } = await newMember('viewer');
    const metaTask = await createMetaTask(server, 'python', NO_OP.python);
    const run_at = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await server.call<{ id: string }>(
      'POST',
      '/external/v1/projects/default/tasks',
      { body: { task_type_identifier: metaTask, run_at } },
    );
    const path = `/external/v1/projects/default/tasks/${body.id}/events`;
    const going = await stream(secret, server, path);
    await server.call('DELETE', `/auth/tokens/${id}`);
    expect(await codeOfEnd(going)).toBe('unauthenticated');
  });

  it('a stream ends when its API key expires', async () => {
    const expires_at = new Date(Date.now() + 3_000).toISOString();
    const { secret } = await newKey({ expires_at });
    expect(await codeOfEnd(await stream(secret))).toBe('unauthenticated');
    expect(await again(secret)).toBe(401);
  });

  it('the streams of a removed member end, and those of the keys that the member made', async () => {
    const { userId, secret } = await newMember('admin');
    const key = await server.call<{ key: string }>('POST', '/projects/default/api-keys', {
      token: secret,
      body: { name: 'own' },
    });
    const [byToken, byKey] = [await stream(secret), await stream(key.body.key)];
    await server.call('DELETE', `${MEMBERS}/${userId}`);
    expect(await codeOfEnd(byToken)).toBe('not_found');
    expect(await codeOfEnd(byKey)).toBe('unauthenticated');
    expect(await again(secret)).toBe(404);
  });

  it('a stream ends when another program narrows the scopes of its key', async () => {
    const { id, secret } = await newKey();
    const going = await stream(secret);
    await sql(server, `UPDATE api_keys SET scopes = '["tasks:read"]' WHERE id = '${id}'`);
    expect(await codeOfEnd(going)).toBe('forbidden');
    expect(await again(secret)).toBe(403);
  });

  it('a stream ends when its project is archived', async () => {
    const project = await server.call<{ id: string }>('POST', '/projects', {
      body: { name: 'Gone', slug: 'gone' },
    });
    const key = await server.call<{ key: string }>('POST', '/projects/gone/api-keys', {
      body: { name: 'own' },
    });
    const path = '/external/v1/projects/gone/events';
    const going = await stream(key.body.key, server, path);
    const byToken = await stream(server.adminToken, server, path);
    await sql(server, `UPDATE projects SET archived_at = 1 WHERE id = '${project.body.id}'`);
    expect(await codeOfEnd(going)).toBe('not_found');
    expect(await codeOfEnd(byToken)).toBe('not_found');
  });

  if (DATABASE === 'postgres')
    it('a stream ends when another server revokes its key', async () => {
      const second = await startServerProcess(server.env);
      try {
        const { id, secret } = await newKey();
        const going = await stream(secret, second);
        await server.call('DELETE', `/projects/default/api-keys/${id}`);
        expect(await codeOfEnd(going)).toBe('unauthenticated');
      } finally {
        await second.end('SIGTERM');
      }
    });

  it('a stream stays open when its member gets a lesser role that may still read it', async () => {
    const { userId, secret } = await newMember('author');
    const going = await stream(secret);
    await server.call('PATCH', `${MEMBERS}/${userId}`, { body: { role: 'viewer' } });
    const witness = await newKey();
    const first = await stream(witness.secret);
    await server.call('DELETE', `/projects/default/api-keys/${witness.id}`);
    await codeOfEnd(first);
    expect(going.ended).toBeNull();
    await server.call('DELETE', `${MEMBERS}/${userId}`);
    await codeOfEnd(going);
  });
});

describe('of transfers that go on for long', () => {
  const FILES = '/external/v1/projects/default/files';

  it('a download is broken off when its key is revoked', async () => {
    const { id, secret } = await newKey();
    // The file is larger than all buffers on the way.
    const files = new FilesClient(server, server.apiKey);
    const put = await files.upload([['file', new Blob([randomBytes(40 * MIB)]), 'big.bin']]);
    expect(put.status).toBe(201);
    // A client that does not read does not notice the end, so it reads after the server has logged it.
    const reads = until('the log', () => server.output.stderr.includes(id));
    const going = await open(`${FILES}/raw?path=/big.bin`, secret, server, reads);
    expect(going.status).toBe(200);
    await server.call('DELETE', `/projects/default/api-keys/${id}`);
    await until('the connection', () => going.ended !== null);
    expect(going.ended).toBe('broken');
  });

  it('an upload is broken off when its member loses the right to write', async () => {
    const { id, userId, secret } = await newMember('author');
    const headers = {
      Authorization: `Bearer ${secret}`,
      'Content-Type': 'multipart/form-data; boundary=b',
      'Content-Length': String(MIB),
    };
    let broken = false;
    let answered = false;
    const sent = request(`${server.url}${FILES}/upload`, { method: 'POST', headers });
    sent.on('error', () => (broken = true)).on('close', () => (broken = true));
    sent.on('response', () => (answered = true));
    const head = 'Content-Disposition: form-data; name="file"; filename="half.bin"';
    sent.write(`--b\r\n${head}\r\n\r\nthe first words`);
    const used = `SELECT COUNT(*) FROM access_tokens WHERE id = '${id}' AND last_used_at > 0`;
    await until('the request', async () => (await loadNumber(server, used)) === 1);
    const path = `${MEMBERS}/${userId}`;
    const changed = await server.call('PATCH', path, { body: { role: 'viewer' } });
    expect(changed.status).toBe(200);
    await until('the connection', () => broken);
    expect(answered).toBe(false);
    const { status } = await server.call('GET', `${FILES}/raw?path=/half.bin`);
    expect(status).toBe(404);
  });
});
