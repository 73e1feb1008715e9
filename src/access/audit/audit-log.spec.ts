import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import type { TokenCaller } from '../auth/caller.js';
import { type AuditFilter, AuditLog } from './audit-log.service.js';
import { AuditSweep } from './audit-sweep.service.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const LEADS = { leads: true, onTaken: () => undefined };
const ADA: TokenCaller = {
  kind: 'access_token',
  id: 'token',
  name: 'Ada',
  userId: 'ada',
  role: 'admin',
  scopes: [],
  expiresAt: null,
  isInstallationAdmin: true,
  session: null,
};

const bench = useEngineBench('audit_log');
const logger = pino({ enabled: false });
const log = (): AuditLog => new AuditLog(bench.database, bench.events, logger);

/** Records that `caller` has acted now. */
async function record(caller: Partial<TokenCaller> = {}, projectId: string | null = PROJECT) {
  const done = { address: '192.0.2.1', requestId: 'request', action: 'tasks.cancel' };
  await log().record({ ...done, caller: { ...ADA, ...caller }, projectId, target: {}, diff: [] });
}

/** Returns the authors of the records that a filter finds, newest first. */
async function listed(filter: AuditFilter = {}, projectId: string | null = PROJECT) {
  return (await log().list(projectId, filter, { limit: 10 })).map(({ by }) => by.name);
}

describe('the audit log', () => {
  it('the records are found by who it was, by when, and by project', async () => {
    const at = (ms: number) => new Date(begin + ms).toISOString();
    const begin = Date.now();
    await record();
    await bench.pass(1);
    await record({ name: 'Bob', userId: 'bob', id: 'key' });
    await record({ name: 'Eve' }, null);
    expect(await listed()).toEqual(['Bob', 'Ada']);
    expect(await listed({ user_id: 'ADA' })).toEqual(['Ada']);
    expect(await listed({ credential_id: 'KEY' })).toEqual(['Bob']);
    expect(await listed({ after: at(1) })).toEqual(['Bob']);
    expect(await listed({ before: at(1) })).toEqual(['Ada']);
    expect(await listed({ action: 'tasks.retry' })).toEqual([]);
    expect(await listed({}, null)).toEqual(['Eve']);
  });

  it('an export has all records, however many pages they take', async () => {
    for (let count = 0; count < 501; count += 1) await record();
    let lines = 0;
    for await (const page of log().lines(PROJECT, {})) lines += page.trimEnd().split('\n').length;
    expect(lines).toBe(501);
  });

  it('records are deleted after their days, and what reports them after thirty', async () => {
    const begin = Date.now();
    await record();
    await bench.pass(20 * DAY_MS);
    await record({ name: 'Bob' });
    const sweep = async (auditDays: number) => {
      const own = new AuditSweep(bench.database, { auditDays }, LEADS, logger);
      own.start();
      await bench.pass(1_000);
      await own.stop();
    };
    const events = async () =>
      (await bench.events.read({ projectId: PROJECT, after: 0, limit: 10 })).map(
        ({ createdAt }) => createdAt - begin,
      );
    await sweep(0);
    expect(await listed()).toEqual(['Bob', 'Ada']);
    await sweep(20);
    expect(await listed()).toEqual(['Bob']);
    expect(await events()).toHaveLength(2);
    await bench.pass(10 * DAY_MS);
    await sweep(0);
    expect(await events()).toEqual([20 * DAY_MS]);
    expect(await listed()).toEqual(['Bob']);
  });
});
