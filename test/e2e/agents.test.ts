import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readError, requireProblem } from '../support/http.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { createMetaTask } from '../support/tasks.js';
import type { Wire } from '../support/wire.js';

const AGENTS = '/projects/default/agents';
const UNKNOWN = '00000000-0000-7000-8000-000000000000';

type Agent = Wire['AgentDto'];

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const post = (body: object) => server.call<Agent>('POST', AGENTS, { body });
const read = (reference: string) => server.call<Agent>('GET', `${AGENTS}/${reference}`);
const patch = (reference: string, body: object, headers: Record<string, string> = {}) =>
  server.call<Agent>('PATCH', `${AGENTS}/${reference}`, { body, headers });
const act = (path: string) => server.call<Agent>('POST', `${AGENTS}/${path}`);

describe('an agent', () => {
  it('a new agent has defaults for every field that is left out', async () => {
    const { status, body, headers } = await post({ name: 'Bare agent' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Bare agent',
      identifier: 'bare-agent',
      version: 1,
      current_version: 1,
      description: null,
      model: null,
      instructions: null,
      tools: [],
      approve: [],
      knowledge: [],
      limits: null,
      temperature: null,
      reasoning: null,
      archived_at: null,
    });
    expect(headers.get('etag')).toBe('"1"');
    expect((await read(body.id)).body).toEqual(body);
  });

  it('an agent keeps every given field, and each change creates a version', async () => {
    await createMetaTask(server, 'python', 'def run(params, reporter):\n    return 1\n', {
      name: 'Refund',
      identifier: 'agents-refund',
    });
    const given = {
      name: 'Support',
      identifier: 'Support.1',
      description: 'Answers.',
      instructions: 'Be kind.\n\n- short',
      tools: ['files.read', 'files.write', 'task:agents-refund', 'ask_person'],
      approve: ['task:agents-refund'],
      knowledge: ['default'],
      limits: { max_steps: 5, timeout_seconds: 60 },
      temperature: 0.25,
      reasoning: 'medium',
    };
    const made = await post(given);
    expect([made.status, made.body]).toEqual([201, expect.objectContaining(given)]);
    const changed = await patch('Support.1', { temperature: null, instructions: 'Be brief.' });
    expect(changed.body).toMatchObject({ version: 2, temperature: null, reasoning: 'medium' });
    expect((await patch('Support.1', { instructions: 'Be brief.' })).body.version).toBe(2);
    const versions = await server.call<Agent[]>('GET', `${AGENTS}/Support.1/versions`);
    expect(versions.body.map(({ version }) => version)).toEqual([2, 1]);
    const first = await server.call<Agent>('GET', `${AGENTS}/Support.1/versions/1`);
    expect(first.body).toMatchObject({ ...given, version: 1, current_version: 2 });
    const restored = await act('Support.1/versions/1/restore');
    expect(restored.body).toMatchObject({ version: 1, current_version: 1, temperature: 0.25 });
    expect((await patch('Support.1', { description: null })).body.version).toBe(3);
  });

  it('an archived agent is left out of lists until it is restored', async () => {
    await post({ name: 'Old', identifier: 'old-agent' });
    expect((await act('old-agent/archive')).body.archived_at).not.toBeNull();
    const names = async (query: string) =>
      (await server.call<Agent[]>('GET', `${AGENTS}?limit=200${query}`)).body.map(
        ({ identifier }) => identifier,
      );
    expect(await names('')).not.toContain('old-agent');
    expect(await names('&archived=true')).toContain('old-agent');
    expect((await act('old-agent/restore')).body.archived_at).toBeNull();
    expect(await names('')).toContain('old-agent');
  });

  it('an agent honours If-Match on changes and answers 304 to If-None-Match', async () => {
    await post({ name: 'Guarded', identifier: 'guarded-agent' });
    const stale = await patch('guarded-agent', { description: 'x' }, { 'If-Match': '"7"' });
    expect(readError(stale)).toBe('412 precondition_failed');
    expect(requireProblem(stale).detail).toContain('The agent has the ETag "1"');
    const made = await patch('guarded-agent', { description: 'x' }, { 'If-Match': '"1"' });
    expect([made.status, made.headers.get('etag')]).toEqual([200, '"2"']);
    const again = await server.call('GET', `${AGENTS}/guarded-agent`, {
      headers: { 'If-None-Match': '"2"' },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('an agent is visible in its own project only, and another project may reuse its identifier', async () => {
    await post({ name: 'Mine', identifier: 'mine-agent' });
    const slug = `agents-${Date.now()}`;
    await server.call('POST', '/projects', { body: { name: slug, slug } });
    const token = server.adminToken;
    const elsewhere = await server.call('GET', `/projects/${slug}/agents/mine-agent`, { token });
    expect(readError(elsewhere)).toBe('404 not_found');
    const same = { name: 'Mine', identifier: 'mine-agent' };
    const made = await server.call('POST', `/projects/${slug}/agents`, { token, body: same });
    expect(made.status).toBe(201);
  });

  it('an error about an unknown agent or version suggests what exists', async () => {
    await post({ name: 'Triage', identifier: 'triage-agent' });
    expect(requireProblem(await read('triage-agnet')).detail).toContain(
      'did you mean "triage-agent"? GET …/agents lists the agents',
    );
    expect(requireProblem(await act('triage-agent/versions/9/restore')).detail).toBe(
      'The agent "triage-agent" has no version "9": GET …/agents/{agent}/versions lists the versions.',
    );
    expect(readError(await post({ name: 'x', identifier: 'triage-agent' }))).toBe('409 duplicate');
  });

  it.each([
    [{ model: 'nowhere/large' }, 'validation_failed', '/model', 'no model "nowhere/large"'],
    [{ tools: ['files.raed'] }, 'validation_failed', '/tools/0', 'did you mean "files.read"?'],
    [{ tools: ['secrets.get'] }, 'validation_failed', '/tools/0', '{{secret:NAME}}'],
    [{ tools: ['sleep', 'mcp:github/*'] }, 'validation_failed', '/tools/1', 'MCP'],
    [{ tools: ['task:nowhere'] }, 'validation_failed', '/tools/0', 'no meta-task "nowhere"'],
    [{ knowledge: ['nowhere'] }, 'validation_failed', '/knowledge/0', 'no workspace "nowhere"'],
    [{ tools: ['sleep'], approve: ['code.run'] }, 'validation_failed', '/approve/0', 'none of'],
    [{ limits: { max_steps: 0 } }, 'validation_failed', '/limits/max_steps', 'must be'],
    [{ limits: { steps: 1 } }, 'validation_failed', '/limits/steps', 'not a known limit'],
    [{ temperature: 3 }, 'validation_failed', '/temperature', '2'],
    [{ reasoning: 'much' }, 'validation_failed', '/reasoning', 'high'],
    [{ memory: { read: ['all'] } }, 'validation_failed', '/memory/read', 'project, task_type'],
    [{ memory: { learn: true } }, 'validation_failed', '/memory', 'there are read and write'],
  ])('an agent with %j is refused as %s', async (given, code, pointer, words) => {
    const answer = await post({ name: 'Refused', ...given });
    const problem = requireProblem(answer);
    expect([answer.status, problem.code, problem.errors?.[0]?.pointer]).toEqual([
      422,
      code,
      pointer,
    ]);
    expect(problem.detail).toContain(words);
  });
});

describe('what is bound to an agent', () => {
  it('only a meta-task in agent mode may name an agent, and it is refused without a model', async () => {
    const { id } = (await post({ name: 'Bound' })).body;
    const bind = (body: object) =>
      server.call('POST', '/projects/default/task-types/', { body: { name: 'B', ...body } });
    const script = await bind({ agent_id: id });
    expect([readError(script), requireProblem(script).errors?.[0]?.pointer]).toEqual([
      '422 validation_failed',
      '/agent_id',
    ]);
    const unknown = await bind({ agent_id: UNKNOWN });
    expect(requireProblem(unknown).detail).toContain('GET …/agents shows the ids');
    const agent = await bind({ agent_id: id, execution_mode: 'agent', script: '---\n' });
    expect(readError(agent)).toBe('422 not_available');
    expect(requireProblem(agent).detail).toContain('METARUN_DEFAULT_MODEL');
  });
});
