import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusedStart } from '../support/cli.js';
import { type Code, runBody } from '../support/inline-script.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';

const SECRETS = '/projects/default/secrets';

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess();
});
afterAll(() => server.stop());

const put = (name: string, value: string) =>
  server.call('PUT', `${SECRETS}/${name}`, { body: { value } });

const READS: Code = {
  python: 'return reporter.secrets.get(params["name"])',
  typescript: 'return await reporter.secrets.get(params.name);',
};

describe('the key', () => {
  it('only the user of the server reads the key file, and the database holds no value', async () => {
    await put('IN_THE_DATABASE', 'plain-value-to-look-for');
    const path = join(server.dataDir, 'secret.key');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const databases = readdirSync(server.dataDir).filter((file) => file.startsWith('metarun.db'));
    for (const file of databases)
      expect(readFileSync(join(server.dataDir, file)).includes('plain-value-to-look-for')).toBe(
        false,
      );
  });

  it('a secret cannot be read with the key of another server, and its own key reads it again', async () => {
    await put('STAYS', 'stays here');
    await put('MOVED', 'was here');
    const key = randomBytes(32).toString('base64');
    await server.end('SIGTERM');
    const other = await startServerProcess({ ...server.env, METARUN_SECRET_KEY: key });
    try {
      const listed = await other.call('GET', SECRETS);
      expect(listed.body).toContainEqual(
        expect.objectContaining({ name: 'MOVED', readable: false }),
      );
      const task = await runBody(other, 'typescript', READS, { params: { name: 'MOVED' } });
      expect(task).toMatchObject({ status: 'failed', error_code: 'script_error' });
      expect(task.error_message).toContain('The secret "MOVED" was stored with another key');
      const replaced = await other.call('PUT', `${SECRETS}/MOVED`, { body: { value: 'again' } });
      expect([replaced.status, replaced.body]).toMatchObject([200, { readable: true }]);
      const now = await runBody(other, 'typescript', READS, { params: { name: 'MOVED' } });
      expect(now.result).toBe('again');
      expect(other.output.stderr + other.output.stdout).not.toContain(key);
    } finally {
      await other.end('SIGTERM');
      await server.restart('SIGTERM');
    }
    const read = await runBody(server, 'python', READS, { params: { name: 'STAYS' } });
    expect(read.result).toBe('stays here');
  });

  it('an invalid key prevents the start and is not shown', async () => {
    const setting = await refusedStart({ ...server.env, METARUN_SECRET_KEY: 'c2hvcnQ=' });
    expect([setting.code, setting.stderr]).toEqual([
      1,
      expect.stringContaining('METARUN_SECRET_KEY is (hidden); allowed: 32 random bytes in base64'),
    ]);
    await server.end('SIGTERM');
    const path = join(server.dataDir, 'secret.key');
    const kept = readFileSync(path, 'utf8');
    writeFileSync(path, 'c2hvcnQ=');
    const file = await refusedStart(server.env);
    expect([file.code, file.stderr]).toEqual([1, expect.stringContaining('does not hold a key')]);
    writeFileSync(path, kept);
    await server.restart('SIGTERM');
    expect((await server.call('GET', SECRETS)).status).toBe(200);
  });
});
