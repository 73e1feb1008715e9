import { beforeAll, describe, expect, it } from '@jest/globals';
import { runAgent } from '../support/agents.js';
import type { ScriptedModel } from '../support/scripted-model.js';
import { scriptedAgents } from '../support/scripted-agents.js';
import type { TestServer } from '../support/server.js';

const agents = scriptedAgents();
let model: ScriptedModel;
let server: TestServer;

beforeAll(async () => {
  ({ server, model } = await agents.start());
});

/** Makes an agent call `code.run` with each input in turn, and returns the results that the model received. */
async function answersTo(...inputs: object[]): Promise<string[]> {
  agents.inTurn(...inputs.map((input) => [['code_run', input]] as [[string, object]]));
  const task = await runAgent(server, { tools: ['code.run', 'files.write', 'files.list'] });
  expect(task).toMatchObject({ status: 'success', result: 'done' });
  const last = model.requests.at(-1)?.messages ?? [];
  return last.filter(({ role }) => role === 'tool').map(({ content }) => String(content));
}

describe('code without a function run', () => {
  it.each([
    [
      'python',
      'reporter.files.write("/code/a.txt", "x")\nprint(len(reporter.files.list("/code")))\nparams["n"] * 2',
      'print("first")\n1 / 0',
      'File "snippet.py", line 2',
    ],
    [
      'typescript',
      'await reporter.files.write("/code/a.txt", "x");\nconsole.log((await reporter.files.list("/code")).length);\nparams.n * 2',
      'console.log("first");\n(null as any).x;',
      'workflow.ts:2:',
    ],
  ])(
    'a snippet in %s runs as it stands, and the model gets what it has printed, also where it fails',
    async (language, code, failing, place) => {
      const answers = await answersTo(
        { code, language, params: { n: 21 } },
        { code: failing, language },
      );
      expect(answers[0]).toContain('{"output":"1\\n42"}');
      expect(answers[1]).toContain('script_error: ');
      expect(answers[1]).toContain(place);
      expect(answers[1]).toContain('Output:\nfirst');
    },
  );

  it('a model that gets the end of a long output learns how much is left out', async () => {
    const [answer] = await answersTo({ code: 'for n in range(10_000):\n    print("line", n)' });
    expect(answer).toMatch(/\[cut: the first \d+ characters of 98889\]\\n/);
    expect(answer).not.toContain('/.agent/');
    expect(answer).toContain('line 9999');
    expect(answer).not.toContain('line 1\\n');
  });
});

describe('the time of code', () => {
  it.each([
    ['python', 'print("begun", flush=True)\nwhile True:\n    pass'],
    ['python', 'import time\nprint("begun", flush=True)\ntime.sleep(1000)'],
    ['typescript', 'console.log("begun");\nfor (;;);'],
    ['typescript', 'console.log("begun");\nawait new Promise((go) => setTimeout(go, 1e6));'],
  ])(
    'a snippet in %s that never ends is stopped, and its agent goes on: %j',
    async (language, code) => {
      const [answer] = await answersTo({ code, language, timeout_seconds: 5 });
      expect(answer).toContain('timeout: The run passed its timeout of 5 s and was stopped.');
      expect(answer).toContain('Code may run for 5 s here');
      expect(answer).toContain('Output:\nbegun');
    },
  );

  it('a model that asks for more time than code may have learns the bound', async () => {
    const [answer] = await answersTo({ code: '1', timeout_seconds: 601 });
    expect(answer).toMatch(/timeout_seconds.*600/);
  });

  it('a snippet cannot outlast the task of its agent', async () => {
    const input = { code: 'import time\ntime.sleep(1000)', timeout_seconds: 600 };
    agents.inTurn([['code_run', input]]);
    const task = await runAgent(server, { tools: ['code.run'], limits: { timeout_seconds: 2 } });
    expect(task).toMatchObject({ status: 'failed', error_code: 'timeout' });
  });
});
