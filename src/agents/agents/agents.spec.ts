import { describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import { readServerConfig } from '../../server/core/config.js';
import { Quotas } from '../../access/projects/quotas.service.js';
import { AgentCheck } from './agent-check.service.js';
import { AgentsService } from './agents.service.js';

const bench = useEngineBench('agents', 'agent_versions');

/** Returns the service. `work` runs between the read and the write of a change. */
function agents(settings: NodeJS.ProcessEnv = {}, work = async () => undefined): AgentsService {
  const check = Object.assign(Object.create(AgentCheck.prototype) as AgentCheck, { check: work });
  const quotas = new Quotas(readServerConfig(settings), bench.database);
  return new AgentsService(bench.database, check, quotas);
}

const create = () => agents().create(PROJECT, { name: 'Reviewer' }, 'ada');

describe('a version of an agent', () => {
  it('a change that came after another was read is refused, and so loses nothing of that', async () => {
    const { id } = await create();
    const late = agents({}, async () => {
      await agents().change(PROJECT, id, { description: 'other' }, 'bob');
      return undefined;
    });
    const change = late.change(PROJECT, id, { instructions: 'mine' }, 'ada');
    await expect(change).rejects.toMatchObject({ code: 'conflict' });
    expect(await agents().get(PROJECT, id)).toMatchObject({
      version: 2,
      description: 'other',
      instructions: null,
    });
  });

  it('a project gets no more versions than it may, by new agents or by changes', async () => {
    const { id } = await create();
    const few = agents({ METARUN_LIMITS: 'agent_versions=1' });
    const exceeded = { code: 'project_quota_exceeded' };
    await expect(few.change(PROJECT, id, { name: 'Other' }, 'ada')).rejects.toMatchObject(exceeded);
    await expect(few.create(PROJECT, { name: 'Other' }, 'ada')).rejects.toMatchObject(exceeded);
    expect(await few.versions(PROJECT, id, { limit: 10, offset: 0 })).toHaveLength(1);
  });
});

describe('the changes of an agent', () => {
  const at = () => ({ updated_at: Date.now() });
  const change = (id: string, given: object) => agents().change(PROJECT, id, given, 'bob');

  it.each<[string, (id: string) => Promise<unknown>, () => object]>([
    [
      'gets another version',
      (id) => change(id, { model: 'shop/small' }),
      () => ({ latest_version: 3, current_version: 3, ...at() }),
    ],
    ['gets what it has', (id) => change(id, { description: 'two' }), () => ({})],
    [
      'goes back to a version',
      (id) => agents().restoreVersion(PROJECT, id, 1),
      () => ({ current_version: 1, ...at() }),
    ],
    [
      'is archived',
      (id) => agents().setArchived(PROJECT, id, true),
      () => ({ archived_at: Date.now(), ...at() }),
    ],
    ['is restored without need', (id) => agents().setArchived(PROJECT, id, false), () => ({})],
  ])('an agent that %s changes in nothing else', async (_, work, changes) => {
    const { id } = await create();
    await change(id, { description: 'two' });
    await bench.pass(1);
    expect(await bench.changes('agents', id, () => work(id))).toEqual(changes());
  });

  it('a version after one that was restored has the next number, and the author and note of its change', async () => {
    const { id, identifier } = await create();
    await change(id, { description: 'two', note: 'Second' });
    await agents().restoreVersion(PROJECT, identifier, 1);
    await bench.pass(1);
    await change(id, { model: 'shop/small', note: 'Third' });
    const versions = await agents().versions(PROJECT, id, { limit: 2, offset: 0 });
    expect(versions).toMatchObject([
      {
        version: 3,
        currentVersion: 3,
        model: 'shop/small',
        description: null,
        createdBy: 'bob',
        note: 'Third',
        versionCreatedAt: Date.now(),
        createdAt: Date.now() - 1,
      },
      { version: 2, description: 'two', note: 'Second' },
    ]);
    const rest = await agents().versions(PROJECT, id, { limit: 2, offset: 2 });
    expect(rest).toMatchObject([{ version: 1, createdBy: 'ada', note: null }]);
    expect(await agents().get(PROJECT, id, 2)).toMatchObject({ version: 2, currentVersion: 3 });
    await expect(agents().get(PROJECT, id, 4)).rejects.toMatchObject({ code: 'not_found' });
    await expect(agents().get('other', id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('agents are listed newest first, by pages, and by a part of their present name or identifier', async () => {
    const ids: string[] = [];
    for (const name of ['Reviewer', 'Writer', 'Reader']) {
      ids.push((await agents().create(PROJECT, { name }, 'ada')).id);
      await bench.pass(1);
    }
    const [reviewer = '', writer = '', reader = ''] = ids;
    await change(writer, { name: 'Author' });
    const list = async (given: object) =>
      (await agents().list(PROJECT, { archived: false, limit: 10, offset: 0, ...given })).map(
        ({ id }) => id,
      );
    expect(await list({})).toEqual([reader, writer, reviewer]);
    expect(await list({ limit: 1, offset: 1 })).toEqual([writer]);
    expect(await list({ q: 'RE' })).toEqual([reader, reviewer]);
    expect(await list({ q: 'writer' })).toEqual([writer]);
    expect(await list({ q: 'auth' })).toEqual([writer]);
    await agents().setArchived(PROJECT, reader, true);
    expect(await list({ q: 're' })).toEqual([reviewer]);
    expect(await list({ q: 're', archived: true })).toEqual([reader, reviewer]);
  });
});
