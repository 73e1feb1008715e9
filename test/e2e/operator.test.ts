import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sharedServer } from '../support/shared-server.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestServer } from '../support/server.js';
import { CLI } from '../support/server-process.js';

const run = promisify(execFile);
let server: TestServer;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

async function metarun(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [CLI, ...args], { env: server.env });
  return stdout.trim();
}

describe('an operator with access to the database', () => {
  it('an operator creates a token that the running server accepts', async () => {
    const token = await metarun('token', '--role', 'viewer');
    const me = await server.call('GET', '/auth/me', { token });
    expect(me.body).toMatchObject({ name: 'admin', role: 'viewer' });
  });

  it('an operator creates a key with the given scopes only', async () => {
    const token = await metarun('key', '--scopes', 'files:read');
    const answer = await server.call('GET', '/external/v1/projects/default/tasks', { token });
    expect(answer.status).toBe(403);
  });

  it.each([
    [['token', '--role', 'boss'], 'role must be one of'],
    [['token', '--user', 'nobody'], 'there is no user "nobody"'],
    [['key', '--project', 'nope'], 'there is no project "nope"'],
    [['key', '--scopes', 'all'], 'scopes must be one of'],
  ])(
    'the command of an operator, %j, fails with a message that names the error',
    async (args, message) => {
      await expect(metarun(...args)).rejects.toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining(message),
      });
    },
  );
});
