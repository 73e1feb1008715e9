/** Checks what an installation with a model accepts. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AgentVersions } from '../../src/agents/agents/agent-versions.service.js';
import { AgentsService } from '../../src/agents/agents/agents.service.js';
import { parseContract } from '../../src/agents/agents/contract.js';
import { MetaTasksService } from '../../src/tasks/meta-tasks/meta-tasks.service.js';
import { RunnableVersions } from '../../src/tasks/meta-tasks/runnable-versions.service.js';
import { ModelGateway, type ModelInfo } from '../../src/agents/models/model-gateway.js';
import { TaskSubmission } from '../../src/tasks/tasks/submission/submission.service.js';
import { MetarunError } from '../../src/base/kernel/errors.js';
import { newId } from '../../src/base/kernel/ids.js';
import { openCore, type TestCore } from '../support/core.js';

const SMALL = { prices: null } as ModelInfo;

class OneModel extends ModelGateway {
  defaultModel: string | null = null;

  find(_: string, ref: string | null): Promise<ModelInfo> {
    const name = ref ?? this.defaultModel;
    if (name === 'shop/small') return Promise.resolve(SMALL);
    return Promise.reject(
      new MetarunError('not_available', name === null ? 'there is no model' : `no model ${name}`),
    );
  }

  call(): Promise<never> {
    return Promise.reject(new Error('no task of these tests runs'));
  }

  embed(): Promise<never> {
    return this.call();
  }
}

const CONTRACT = '---\ngoal: Sort mail\nmodel: shop/small\ntools: [files.read]\n---\nRead.\n';
const project = newId();
const models = new OneModel();
let core: TestCore;
let agents: AgentsService;
let metaTasks: MetaTasksService;
let versions: RunnableVersions;
let submission: TaskSubmission;

beforeAll(async () => {
  core = await openCore({ models: () => models });
  agents = core.context.get(AgentsService);
  metaTasks = core.context.get(MetaTasksService);
  versions = core.context.get(RunnableVersions);
  submission = core.context.get(TaskSubmission);
});
afterAll(() => core.close());

let names = 0;
const name = (): string => `A ${(names += 1)}`;
const newAgent = (given: object = {}) => agents.create(project, { name: name(), ...given }, 'test');
const newMetaTask = (given: object) =>
  metaTasks.create(project, { name: name(), execution_mode: 'agent', ...given }, 'test');
const newTask = (metaTaskIdentifier: string, params: { goal?: string }) =>
  submission.submit(
    project,
    { metaTaskIdentifier, params, name: null, priority: null, runAt: null },
    { by: { kind: 'user', id: project, name: 'test' } },
  );

/** Returns the code, pointer and message of a refusal. */
async function describeRefusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof MetarunError)) return `not refused: ${String(error)}`;
  const [first] = error.errors;
  return `${error.code} ${first?.pointer} ${error.message}`;
}

describe('a meta-task in the mode "agent"', () => {
  it('a meta-task in agent mode has its contract as its program', async () => {
    const made = await newMetaTask({ script: CONTRACT });
    expect(made).toMatchObject({ execution_mode: 'agent', agent_id: null, version: 1 });
    const version = await versions.current(project, made.identifier);
    expect(parseContract(version.program?.code ?? '')).toMatchObject({
      goal: 'Sort mail',
      tools: ['files.read'],
    });
  });

  it('an invalid contract is rejected with the location of its issue', async () => {
    const wrong = newMetaTask({ script: CONTRACT.replace('files.read', 'files.raed') });
    expect(await describeRefusal(wrong)).toBe(
      'invalid_script /script Line 4, column 9: tools.0: "files.raed" is not a tool: did you mean "files.read"?',
    );
    const all = newMetaTask({ script: CONTRACT.replace('files.read', '"mcp:github/*"') });
    expect(await describeRefusal(all)).toMatch(/^invalid_script \/script Line 4, .* names no tool/);
    const mcp = newMetaTask({ script: CONTRACT.replace('files.read', 'mcp:github/search') });
    expect(await describeRefusal(mcp)).toMatch(/^invalid_script \/script Line 4, .*allow_mcp/);
    const network = CONTRACT.replace('files.read', 'http.request');
    expect(await describeRefusal(newMetaTask({ script: network }))).toMatch(
      /^invalid_script .*network/,
    );
    expect((await newMetaTask({ script: network, network: 'open' })).version).toBe(1);
  });

  it('a meta-task in agent mode is rejected when no model can be resolved', async () => {
    const script = CONTRACT.replace('model: shop/small\n', '');
    const refused = 'not_available /execution_mode execution_mode: there is no model.';
    expect(await describeRefusal(newMetaTask({ script }))).toBe(refused);
    for (const other of [null, 'def run(params, reporter):\n    return 1\n', '---\ntool: x\n---\n'])
      expect(await describeRefusal(newMetaTask({ script: other }))).toBe(refused);
    models.defaultModel = 'shop/small';
    expect((await newMetaTask({ script })).version).toBe(1);
    models.defaultModel = null;
    const { id } = await newAgent({ model: 'shop/small' });
    expect((await newMetaTask({ script, agent_id: id })).agent_id).toBe(id);
  });

  it('a meta-task in agent mode needs a contract or an agent', async () => {
    models.defaultModel = 'shop/small';
    expect(await describeRefusal(newMetaTask({}))).toMatch(
      /^validation_failed \/script .*params\.goal/,
    );
    models.defaultModel = null;
  });

  it('a meta-task without a network is rejected when its agent has a tool that needs one', async () => {
    const { id } = await newAgent({ model: 'shop/small', tools: ['http.request'] });
    const script = CONTRACT.replace('tools: [files.read]\n', '');
    expect(await describeRefusal(newMetaTask({ script, agent_id: id }))).toMatch(
      /^validation_failed \/agent_id .*of the agent: http\.request needs a network/,
    );
  });
});

describe('tasks of an agent', () => {
  it('a task of an agent without a contract must state its goal in the params', async () => {
    const { id } = await newAgent({ model: 'shop/small' });
    const { identifier } = await newMetaTask({ agent_id: id });
    expect((await newTask(identifier, { goal: 'Answer.' })).tasks).toHaveLength(1);
    expect(await describeRefusal(newTask(identifier, {}))).toMatch(
      /^invalid_params \/params\/goal/,
    );
    const loose = await newMetaTask({ agent_id: id, params_schema: { type: 'object' } });
    for (const params of [{}, { goal: '' }, { goal: 'x'.repeat(20_001) }])
      expect(await describeRefusal(newTask(loose.identifier, params))).toMatch(
        /^invalid_params \/params\/goal/,
      );
    expect((await newTask(loose.identifier, { goal: 'Answer.' })).tasks).toHaveLength(1);
  });

  it('a task keeps the agent version that was current when it was created', async () => {
    const agent = await newAgent({ model: 'shop/small' });
    const { identifier } = await newMetaTask({ script: CONTRACT, agent_id: agent.id });
    await newTask(identifier, {});
    const changed = await agents.change(project, agent.id, { instructions: 'New.' }, 'test');
    await newTask(identifier, {});
    const rows = await core.database.query<{ agent_version_id: string }>(
      'SELECT agent_version_id FROM tasks WHERE task_type = ? ORDER BY id',
      [identifier],
    );
    expect(rows.map((row) => row.agent_version_id)).toEqual([agent.versionId, changed.versionId]);
    const kept = await core.context.get(AgentVersions).byVersionId(project, agent.versionId);
    expect(kept.instructions).toBeNull();
  });

  it('an archived agent accepts no tasks and no meta-tasks', async () => {
    const { id, identifier: agent } = await newAgent({ model: 'shop/small' });
    const { identifier } = await newMetaTask({ script: CONTRACT, agent_id: id });
    await agents.setArchived(project, agent, true);
    expect(await describeRefusal(newTask(identifier, {}))).toMatch(
      /^agent_archived \/task_type_identifier/,
    );
    expect(await describeRefusal(newMetaTask({ script: CONTRACT, agent_id: id }))).toMatch(
      /^agent_archived \/agent_id/,
    );
    await agents.setArchived(project, agent, false);
    expect((await newTask(identifier, {})).tasks).toHaveLength(1);
  });

  it('a meta-task with a script cannot have an agent', async () => {
    const { id } = await newAgent({});
    const script = {
      execution_mode: 'script',
      script: 'def run(params, reporter):\n    return 1\n',
    };
    expect(await describeRefusal(newMetaTask({ ...script, agent_id: id }))).toMatch(
      /^validation_failed \/agent_id/,
    );
  });
});
