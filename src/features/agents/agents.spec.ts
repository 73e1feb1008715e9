import { describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import { readServerConfig } from '../../server/core/config.js';
import { Quotas } from '../projects/quotas.service.js';
import { AgentCheck } from './agent-check.service.js';
import { AgentsService } from './agents.service.js';

const bench = useEngineBench('agents', 'agent_versions');

/** `work` comes between what a change reads and what it writes. */
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
    const few = agents({ METARUN_MAX_AGENT_VERSIONS: '1' });
    const exceeded = { code: 'project_quota_exceeded' };
    await expect(few.change(PROJECT, id, { name: 'Other' }, 'ada')).rejects.toMatchObject(exceeded);
    await expect(few.create(PROJECT, { name: 'Other' }, 'ada')).rejects.toMatchObject(exceeded);
    expect(await few.versions(PROJECT, id, { limit: 10, offset: 0 })).toHaveLength(1);
  });
});
