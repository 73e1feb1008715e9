import { afterEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import type { Lead } from '../../../base/kernel/lead.js';
import { Idempotency, onceOnly } from './idempotency.service.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const LEADS: Lead = { leads: true, onTaken: () => undefined };

const bench = useEngineBench('idempotency_keys');
const started: Idempotency[] = [];
afterEach(async () => {
  for (const keys of started.splice(0)) await keys.stop();
});

function server(): Idempotency {
  const keys = new Idempotency(bench.database, LEADS, pino({ enabled: false }));
  started.push(keys);
  return keys;
}

/** Sends a request with a key that adds a task of this name. */
async function send(
  keys: Idempotency,
  { key = 'k', name = 'a', project = 'project', fails = false } = {},
): Promise<{ answer: string; replayed: boolean }> {
  const once = onceOnly(project, key, { name });
  if (once === null) throw new Error('there is no key');
  return keys.run<string>(once, (remember) =>
    bench.database.write(async (transaction) => {
      const columns = 'project_id, seq, open_params_bytes';
      await transaction.query(
        `INSERT INTO event_counters (${columns}) VALUES (?, 1, 0)
         ON CONFLICT (project_id) DO UPDATE SET seq = event_counters.seq + 1`,
        [name],
      );
      if (fails) throw new Error('refused');
      await remember(transaction, `made ${name}`);
      return `made ${name}`;
    }),
  );
}

async function effects(): Promise<{ project_id: string; seq: number }[]> {
  return bench.database.query('SELECT project_id, seq FROM event_counters ORDER BY project_id');
}

async function keysLeft(): Promise<string[]> {
  const rows = await bench.database.query<{ key: string }>(
    'SELECT key FROM idempotency_keys ORDER BY key',
  );
  return rows.map(({ key }) => key);
}

describe('a request with an idempotency key', () => {
  it('a request takes effect once, however often it is sent', async () => {
    const keys = server();
    expect(await send(keys)).toEqual({ answer: 'made a', replayed: false });
    expect(await send(keys)).toEqual({ answer: 'made a', replayed: true });
    expect(await effects()).toEqual([{ project_id: 'a', seq: 1 }]);
  });

  it('a request that is sent many times at once to two servers takes effect once', async () => {
    const servers = [server(), server()];
    const sent = Array.from({ length: 5 }, () => servers.map((keys) => send(keys))).flat();
    const answers = await Promise.all(sent);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(answers.map(({ answer }) => answer))).toEqual(new Set(['made a']));
    expect(await effects()).toEqual([{ project_id: 'a', seq: 1 }]);
  });

  it('another request with the same key is refused, and one of another project is not', async () => {
    const keys = server();
    await send(keys);
    await expect(send(keys, { name: 'b' })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect(await send(keys, { name: 'b', project: 'other' })).toMatchObject({ replayed: false });
  });

  it('a request that fails leaves no key and no effect', async () => {
    const keys = server();
    await expect(send(keys, { fails: true })).rejects.toThrow('refused');
    expect([await keysLeft(), await effects()]).toEqual([[], []]);
    expect(await send(keys)).toMatchObject({ replayed: false });
  });

  it('a key is forgotten after a day by the clock of the database', async () => {
    const keys = server();
    await send(keys);
    await bench.pass(DAY_MS - 1);
    expect(await send(keys)).toMatchObject({ replayed: true });
    await bench.pass(1);
    expect(await send(keys)).toMatchObject({ replayed: false });
    expect(await effects()).toEqual([{ project_id: 'a', seq: 2 }]);
  });

  it('the sweep deletes the keys of more than a day ago and no others', async () => {
    const keys = server();
    for (const key of ['old', 'older']) await send(keys, { key });
    await bench.pass(DAY_MS);
    await send(keys, { key: 'new' });
    keys.start();
    await bench.pass(0);
    expect(await keysLeft()).toEqual(['new']);
  });
});
