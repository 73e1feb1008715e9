import { afterEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import { readServerConfig } from '../../server/core/config.js';
import { Quotas } from '../projects/quotas.service.js';
import { cipherKey } from './cipher.js';
import { resealSecrets } from './resealed.js';
import { SecretKey } from './secret-key.js';
import { SecretReads } from './secret-reads.service.js';
import { SecretsService } from './secrets.service.js';

const REF = { id: PROJECT, slug: PROJECT, name: PROJECT };
const OTHER = { id: 'other', slug: 'other', name: 'other' };
const KEY = Buffer.alloc(32);

const bench = useEngineBench('secrets', 'secret_reads');
let reads: SecretReads | null = null;
afterEach(() => reads?.stop());

function secrets(key = KEY, settings: NodeJS.ProcessEnv = {}): SecretsService {
  const { database } = bench;
  const config = readServerConfig({ ...settings, METARUN_SECRET_KEY: key.toString('base64') });
  reads = new SecretReads(database, pino({ enabled: false }));
  return new SecretsService(database, new SecretKey(config), new Quotas(config, database), reads);
}

const put = (name: string, given: { value: string; hosts?: string[] }, project = REF) =>
  secrets().put(project, name, given, 'Ada');

/** Stores the reads that a service has counted. */
async function stored(): Promise<void> {
  await reads?.stop();
}

describe('a secret of a project', () => {
  it('a secret that gets another value keeps its hosts, and takes others that are named', async () => {
    await put('token', { value: 'one', hosts: ['a.example'] });
    const { secret, created } = await put('token', { value: 'two' });
    expect([created, secret.hosts]).toEqual([false, ['a.example']]);
    expect(await secrets().read(PROJECT, 'token')).toBe('two');
    expect((await put('token', { value: 'two', hosts: [] })).secret.hosts).toEqual([]);
  });

  it('a project that has all the secrets it may gets no more, and may change those it has', async () => {
    const few = secrets(KEY, { METARUN_LIMITS: 'secrets=1' });
    await few.put(REF, 'one', { value: '1' }, 'Ada');
    await few.put(REF, 'one', { value: '2' }, 'Ada');
    await expect(few.put(REF, 'two', { value: '1' }, 'Ada')).rejects.toThrow(
      'METARUN_LIMITS.secrets',
    );
  });

  it('a secret shows by which meta-tasks of its project it was read last, until it is removed', async () => {
    await put('token', { value: 'one', hosts: ['a.example'] });
    const [task, foreign] = [
      await bench.addTask({ task_type: 'mine' }),
      await bench.addTask({ task_type: 'theirs', project_id: 'other' }),
    ];
    const url = 'https://a.example/';
    const readBy = async (taskId: string) => {
      await secrets().readForHost({ projectId: PROJECT, taskId }, 'token', url);
      await stored();
      const [secret] = await secrets().list(REF);
      return [secret?.read_by, Date.parse(secret?.last_read_at ?? '')];
    };
    const at = Date.now();
    expect(await readBy(task)).toEqual([['mine'], at]);
    await bench.pass(1_000);
    expect(await readBy(foreign)).toEqual([['mine'], at]);
    expect(await readBy(task)).toEqual([['mine'], Date.now()]);
    await secrets().remove(REF, 'token');
    expect((await put('token', { value: 'new' })).secret.read_by).toEqual([]);
  });

  it('a new key of the server opens every secret that the former one opened', async () => {
    await put('one', { value: '1' });
    await put('two', { value: '2' });
    await put('one', { value: '3' }, OTHER);
    const next = Buffer.alloc(32, 1);
    await secrets(Buffer.alloc(32, 2)).put(OTHER, 'lost', { value: '4' }, 'Ada');
    const keys = { from: cipherKey(KEY), to: cipherKey(next) };
    expect(await bench.database.write((tx) => resealSecrets(tx, keys))).toBe(3);
    const read = (name: string, { id } = REF) => secrets(next).read(id, name);
    expect([await read('one'), await read('two'), await read('one', OTHER)]).toEqual([
      '1',
      '2',
      '3',
    ]);
    await expect(read('lost', OTHER)).rejects.toMatchObject({ code: 'not_available' });
    await expect(secrets().read(PROJECT, 'one')).rejects.toMatchObject({ code: 'not_available' });
  });
});
