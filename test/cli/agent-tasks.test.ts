import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAgentTask } from '../support/agents.js';
import { type CliAnswer, runCli } from '../support/cli.js';
import { scriptedModel, type ScriptedModel } from '../support/scripted-model.js';
import { startServer, type TestServer } from '../support/server.js';
import { createTask, taskWhen } from '../support/tasks.js';

let model: ScriptedModel;
let server: TestServer;
let env: Record<string, string>;
beforeAll(async () => {
  model = await scriptedModel((_request, turn) =>
    turn === 0 ? [['files_list', {}]] : 'There are no files.',
  );
  server = await startServer(model.env);
  env = { METARUN_URL: server.url, METARUN_TOKEN: server.adminToken };
});
afterAll(async () => {
  await server.stop();
  await model.stop();
});

const here = (...args: string[]): Promise<CliAnswer> => runCli(['tasks', ...args], { env });

describe('metarun tasks, of an agent', () => {
  it('retry --extend continues a task past its budget, and transcript shows the conversation', async () => {
    const contract = { tools: ['files.list'], limits: { max_steps: 1 } };
    const id = await createTask(server, await createAgentTask(server, contract));
    expect(await taskWhen(server, id)).toMatchObject({ error_code: 'budget_exceeded' });

    const wrong = await here('retry', id, '--extend', 'max_steps');
    expect([wrong.code, wrong.stderr]).toEqual([
      expect.any(Number),
      expect.stringContaining('--extend takes a limit and a number, not "max_steps"'),
    ]);
    expect(wrong.code).not.toBe(0);
    const unknown = await here('retry', id, '--extend', 'max_files=1');
    expect(unknown.code).not.toBe(0);
    expect(unknown.stderr).toContain('there are max_steps, max_tool_calls');
    expect(model.requests).toHaveLength(1);

    const again = await here('retry', id, '--extend', 'max_steps=1', '--extend', 'max_tokens=10');
    expect([again.code, again.stderr]).toEqual([0, '']);
    expect(await taskWhen(server, id)).toMatchObject({ result: 'There are no files.' });
    expect(model.requests).toHaveLength(2);

    const shown = await here('transcript', id);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toMatch(
      /^system\n[^]*\nuser\n {2}Goal: Do it\.\n[^]*→ files_list \{\}\n[^]*\ntool {2}files_list [^]*There are no files\.\n/,
    );
    const document = await here('transcript', id, '--json');
    const messages = JSON.parse(document.stdout) as { role: string }[];
    expect(messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
    ]);
  });
});
