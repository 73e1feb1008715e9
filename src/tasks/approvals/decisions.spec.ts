import { afterAll, describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import { SchemaValidator } from '../../base/schema/schema-validator.js';
import { newId } from '../../base/kernel/ids.js';
import type { Json } from '../../base/kernel/json.js';
import type { Decision } from './approval.js';
import { Approvals } from './approvals.service.js';
import { Decisions, MAX_PAYLOAD_BYTES } from './decisions.service.js';

const APPROVE = { decision: 'approve', comment: null, payload: null, hash: null } as const;
const ADA = { name: 'Ada', via: 'access_token' } as const;

const bench = useEngineBench('approval_links');
const schemas = new SchemaValidator();
afterAll(() => schemas.close());

/** Returns the service, which reads approvals from `read`. */
function decisions(read = bench.database): Decisions {
  return new Decisions(bench.database, new Approvals(read), bench.transitions, schemas);
}

async function addApproval(expiresAt: number | null = null): Promise<{ id: string; task: string }> {
  const task = await bench.addTask({ status: 'waiting' });
  return { id: await bench.addApproval(task, expiresAt), task };
}

/** Adds a link to an approval and returns its decider. */
async function addLink(approvalId: string) {
  const linkId = newId();
  await bench.insert('approval_links', {
    id: linkId,
    project_id: PROJECT,
    approval_id: approvalId,
    name: 'Bob',
    created_by: 'Ada',
    created_at: 0,
  });
  return { name: 'Bob', via: 'link', linkId } as const;
}

const statusOf = async (id: string) =>
  (await new Approvals(bench.database).get(PROJECT, id)).status;
const changesOf = async (task: string) =>
  (await bench.loadEvents(task)).flatMap(({ type, data }) =>
    type === 'approval' ? [(data as { status: Json }).status] : [],
  );

describe('a decision', () => {
  it('a decision ends the wait of its task, is the only one, and is reported', async () => {
    const { id, task } = await addApproval(Date.now() + 1);
    const bob = await addLink(id);
    expect(await decisions().decide(PROJECT, id, APPROVE, bob)).toMatchObject({
      status: 'approved',
      decidedBy: 'Bob',
      decidedAt: Date.now(),
    });
    await expect(decisions().decide(PROJECT, id, APPROVE, ADA)).rejects.toMatchObject({
      code: 'approval_decided',
    });
    expect(await bench.task(task)).toMatchObject({ status: 'pending' });
    expect(await changesOf(task)).toEqual(['approved']);
    const used = await bench.database.query('SELECT used_at FROM approval_links');
    expect(used).toEqual([{ used_at: Date.now() }]);
  });

  const BOB = { name: 'Bob', via: 'api_key' } as const;
  it.each<[string, Partial<Decision>, object, object]>([
    [
      'an approval',
      { comment: 'Fine.', payload: { a: 1 } },
      { status: 'approved', comment: 'Fine.', payload: '{"a":1}' },
      {
        status: 'success',
        result: JSON.stringify({
          decision: 'approve',
          comment: 'Fine.',
          payload: { a: 1 },
          decided_by: 'Bob',
        }),
      },
    ],
    [
      'a rejection',
      { decision: 'reject', comment: 'No.' },
      { status: 'rejected', comment: 'No.' },
      {
        status: 'failed',
        error_type: 'approval_rejected',
        error_message: 'The approval "May it?" was rejected by Bob: No.',
      },
    ],
    [
      'a rejection without a comment',
      { decision: 'reject' },
      { status: 'rejected' },
      {
        status: 'failed',
        error_type: 'approval_rejected',
        error_message: 'The approval "May it?" was rejected by Bob',
      },
    ],
  ])('the decision %s is recorded with who has made it and when', async (_, given, row, step) => {
    const { id } = await addApproval(Date.now() + 1);
    await bench.database.execute(`UPDATE approvals SET form = 'true'`);
    const decide = () => decisions().decide(PROJECT, id, { ...APPROVE, ...given }, BOB);
    const decided = { decided_by: 'Bob', decided_via: 'api_key', decided_at: Date.now() };
    expect(await bench.changes('approvals', id, decide)).toEqual({ ...row, ...decided });
    expect(await bench.step(id)).toMatchObject({ ...step, finished_at: Date.now() });
  });

  it('a decision that comes with the end of its time is refused', async () => {
    const { id, task } = await addApproval(Date.now() + 1);
    const late = decisions(bench.afterReads(() => bench.pass(1)));
    await expect(late.decide(PROJECT, id, APPROVE, ADA)).rejects.toMatchObject({
      code: 'approval_expired',
    });
    expect(await bench.task(task)).toMatchObject({ status: 'waiting' });
    expect(await changesOf(task)).toEqual([]);
  });

  it('a decision by a link that is revoked meanwhile changes nothing', async () => {
    const { id, task } = await addApproval();
    const bob = await addLink(id);
    const revoke = 'UPDATE approval_links SET revoked_at = 1';
    const late = decisions(bench.afterReads(() => bench.database.execute(revoke)));
    await expect(late.decide(PROJECT, id, APPROVE, bob)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await statusOf(id)).toBe('pending');
    expect(await bench.task(task)).toMatchObject({ status: 'waiting' });
  });

  it('a decision with what goes with no decision of its kind is refused', async () => {
    const { id } = await addApproval();
    const refused = async (given: object): Promise<string> =>
      decisions()
        .decide(PROJECT, id, { ...APPROVE, ...given }, ADA)
        .then(
          () => 'decided',
          (error: { code: string }) => error.code,
        );
    expect(await refused({ payload: 1 })).toBe('validation_failed');
    expect(await refused({ hash: 'other' })).toBe('conflict');
    await bench.database.execute(`UPDATE approvals SET form = 'true'`);
    expect(await refused({ decision: 'reject', payload: 1 })).toBe('validation_failed');
    const large = 'a'.repeat(MAX_PAYLOAD_BYTES - 1);
    expect(await refused({ payload: large })).toBe('too_large');
    expect(await statusOf(id)).toBe('pending');
  });
});

describe('the end of the time of an approval', () => {
  it('an approval expires once, which is reported, unless it has been decided', async () => {
    const [late, decided] = [await addApproval(Date.now() + 1), await addApproval()];
    await decisions().decide(PROJECT, decided.id, APPROVE, ADA);
    await bench.pass(1);
    const expire = async (id: string) =>
      decisions().expire(await new Approvals(bench.database).get(PROJECT, id));
    const changes = await bench.changes('approvals', late.id, () => expire(late.id));
    expect(changes).toEqual({ status: 'expired', decided_at: Date.now() });
    for (const { id } of [late, decided]) await expire(id);
    expect(await changesOf(late.task)).toEqual(['expired']);
    expect(await changesOf(decided.task)).toEqual(['approved']);
    expect(await bench.step(late.id)).toMatchObject({
      status: 'failed',
      error_type: 'approval_expired',
    });
    expect(await statusOf(decided.id)).toBe('approved');
  });

  it('a run that has lost its task ends no approval', async () => {
    const run = await bench.addRun();
    const id = await bench.addApproval(run.taskId, Date.now());
    await bench.changeTask(run.taskId, { fence: run.fence + 1 });
    const approval = await new Approvals(bench.database).get(PROJECT, id);
    await expect(decisions().expire(approval, run)).rejects.toMatchObject({ code: 'conflict' });
    expect(await bench.step(id)).toMatchObject({ status: 'waiting' });
  });
});
