/** Code that a model writes without a function `run`. */
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

/** Has an agent make these calls of `code.run`, one after the other; returns what the model was answered. */
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
