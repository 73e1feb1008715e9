import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import { readServerConfig } from '../core/config.js';
import { Quotas } from '../../access/projects/quotas.service.js';
import { SecretKey } from '../../access/secrets/secret-key.js';
import { SecretReads } from '../../access/secrets/secret-reads.service.js';
import { SecretsService } from '../../access/secrets/secrets.service.js';
import { finishRotation } from './rotate-key.js';

const REF = { id: PROJECT, slug: PROJECT, name: PROJECT };

const bench = useEngineBench('secrets', 'secret_reads');
let folder: string;
let file: string;
let next: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rotate-key-'));
  file = join(folder, 'secret.key');
  next = `${file}.next`;
});
afterEach(() => rmSync(folder, { recursive: true }));

const key = (): SecretKey => new SecretKey(readServerConfig({ METARUN_DATA_DIR: folder }));

const finish = (): Promise<boolean> => finishRotation(bench.database, key());

function secrets(): SecretsService {
  const { database } = bench;
  const config = readServerConfig({ METARUN_DATA_DIR: folder });
  const reads = new SecretReads(database, pino({ enabled: false }));
  return new SecretsService(database, key(), new Quotas(config, database), reads);
}

const store = async (): Promise<void> => {
  await secrets().put(REF, 'token', { value: 'kept' }, 'Ada');
};

/** Writes a key into a file, as an operator would, and returns its text. */
function putKey(path: string): string {
  const text = randomBytes(32).toString('base64');
  writeFileSync(path, text);
  chmodSync(path, 0o644);
  return text;
}

it('a start whose only key is a next one that reads nothing is refused, and both files stay', async () => {
  await store();
  rmSync(file);
  const text = putKey(next);
  await expect(finish()).rejects.toMatchObject({
    code: 'rotation_interrupted',
    message: expect.stringContaining(`${file} is missing`),
    fix: expect.stringContaining(`Restore ${file} from a copy.`),
  });
  expect([existsSync(file), readFileSync(next, 'utf8')]).toEqual([false, text]);
});

it('a start whose two keys read nothing is refused, and both files stay', async () => {
  await store();
  const texts = [putKey(file), putKey(next)];
  await expect(finish()).rejects.toMatchObject({
    code: 'rotation_interrupted',
    message: expect.stringContaining(`neither ${file} nor ${next}`),
  });
  expect([file, next].map((path) => readFileSync(path, 'utf8'))).toEqual(texts);
});

it('a next key that reads what is stored is taken where the key is missing, for its user alone', async () => {
  await store();
  writeFileSync(next, readFileSync(file));
  rmSync(file);
  chmodSync(next, 0o644);
  expect(await finish()).toBe(true);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await secrets().read(PROJECT, 'token')).toBe('kept');
});

it('a next key is taken where nothing is stored', async () => {
  const text = putKey(next);
  expect(await finish()).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

it('a next key that anyone may read is for its user alone once secrets are stored with it', async () => {
  await store();
  const text = putKey(next);
  expect(await finish()).toBe(true);
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([text, 0o600]);
  expect(await secrets().read(PROJECT, 'token')).toBe('kept');
});

it.each(['secret.key', 'secret.key.next'])(
  'a folder named %s is refused by a sentence',
  async (name) => {
    await store();
    rmSync(file);
    putKey(next);
    rmSync(join(folder, name), { force: true });
    mkdirSync(join(folder, name));
    await expect(finish()).rejects.toMatchObject({
      code: 'key_unreadable',
      message: `${join(folder, name)}, a key of the secrets, cannot be read: It is a folder.`,
    });
  },
);
