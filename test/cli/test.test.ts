import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CaseFolder, parseTests } from '../support/case-folder.js';
import { runCli, startOnTerminal } from '../support/cli.js';
import { FAILS, HOLDS, ORDER } from './order-cases.js';

let folder: CaseFolder;
beforeAll(() => {
  folder = new CaseFolder();
});
afterAll(() => folder.remove());

describe('metarun test', () => {
  beforeAll(() => {
    folder.write({
      'order/metatask.yaml':
        'name: Order\nnetwork: restricted\nallowed_hosts: [api.example.com]\nmax_attempts: 3\nretry_delay_seconds: 600\n',
      'order/workflow.py': ORDER,
      'order/fixtures/data.csv': '1,2',
      'order/cases/holds.yaml': HOLDS,
      'order/cases/fails.yaml': FAILS,
      'charge/metatask.yaml': 'name: Charge\nlanguage: typescript\n',
      'charge/workflow.ts': `interface Params { /** @integer */ amount: number }
export default function run({ amount }: Params) {
  if (amount > 5) throw new RangeError('too much');
  return { charged: amount };
}
`,
    });
  });

  it('cases pass with stubs, without waiting and without the network', async () => {
    const answer = await folder.run(
      'order/cases/holds.yaml',
      '--json',
      '--junit',
      'out/results.xml',
    );
    const wrong = [...parseTests(answer).values()].filter(({ status }) => status === 'failed');
    expect(wrong).toEqual([]);
    expect(answer.code).toBe(0);
    expect(JSON.parse(answer.stdout)).toMatchObject({ ok: true, passed: 14, skipped: 1 });
    const xml = readFileSync(join(folder.path, 'out/results.xml'), 'utf8');
    expect(xml).toContain('<testsuite name="order" tests="15" failures="0" errors="0" skipped="1"');
  });

  it('a failing case reports what is wrong, its place, and what to write', async () => {
    const answer = await folder.run('order/cases/fails.yaml', '--json');
    expect(answer.code).toBe(1);
    const tests = parseTests(answer);
    const said = (name: string): string =>
      tests
        .get(name)
        ?.failures.map(({ message }) => message)
        .join('\n') ?? '';
    expect(said('no stub')).toContain(
      '- { method: POST, url: "https://api.example.com/items", status: 200, json: {} }',
    );
    expect(said('unused stub')).toBe('https://api.example.com/ was never asked for');
    expect(said('unused answer')).toBe('0 of 1 answers were asked for');
    expect(tests.get('socket')?.hint).toContain('Only requests of reporter.http');
    expect(said('no child')).toContain('charge: { result: … }');
    // The stub requires the params that the real script declares.
    expect(said('child params')).toContain('/params/amount must be integer, not string');
    expect(said('no answer')).toContain('the script asked "Pay 100?"');
    expect(said('wrong answer')).toContain('/payload/to must be string');
    expect(said('no event')).toContain('waits for the event "paid"');
    expect(tests.get('other files')?.failures).toMatchObject([
      {
        message: 'the result is another',
        file: 'order/cases/fails.yaml',
        line: 26,
        column: 5,
        actual: '3',
      },
      { message: 'there is no file /a; there are none', line: 27, column: 14 },
    ]);
    expect(tests.get('other result')).toMatchObject({
      failures: [{ message: expect.stringContaining('KeyError'), line: 3 }],
      logs: expect.arrayContaining(['info about to fail']),
      error_stack: expect.stringContaining('File "order/workflow.py", line 78, in broken'),
    });
  });

  it('scripts that send an approval link first are answered in both languages', async () => {
    const cases = `- name: pays
  approvals: [{ decision: approve, payload: { from: main } }]
  expect: { result: main, files: { /link.txt: about:blank } }
- name: keeps it
  approvals: [{ decision: reject, comment: Too much }]
  expect: { error: Too much, files: { /link.txt: about:blank } }
`;
    folder.write({
      'pay/metatask.yaml': 'name: Pay\n',
      'pay/cases/pays.yaml': cases,
      'pay/workflow.py': `def run(params, reporter):
    def send(approval):
        reporter.files.write("/link.txt", approval.link("Ada"))
    return reporter.ask_approval("Pay?", form={"type": "object"}, notify=send)["payload"]["from"]
`,
      'pay-ts/metatask.yaml': 'name: Pay ts\n',
      'pay-ts/cases/pays.yaml': cases,
      'pay-ts/workflow.ts': `export default async function run(params, reporter) {
  const notify = async (approval) => reporter.files.write('/link.txt', await approval.link('Ada'));
  const answer = await reporter.askApproval('Pay?', { form: { type: 'object' }, notify });
  return answer.payload.from;
}
`,
    });
    const answer = await folder.run('pay', 'pay-ts', '--json');
    expect([...parseTests(answer).values()].flatMap(({ failures }) => failures)).toEqual([]);
    expect(JSON.parse(answer.stdout)).toMatchObject({ ok: true, passed: 4 });
    folder.remove('pay');
    folder.remove('pay-ts');
  });

  it('memories are given and checked in cases and test files of both languages', async () => {
    const field =
      'memory: { read: [project, task_type, subject], write: true }\nmemory_subject: /id\n';
    const cases = `- name: remembers
  params: { id: 7 }
  memories:
    - Parcels leave at noon
    - { text: Parcels are heavy, kind: pitfall, scope: subject, subject: "7", trust: low }
    - { text: Parcels are blue, scope: subject, subject: "8" }
  expect:
    result: [fact high Parcels leave at noon, pitfall low Parcels are heavy]
    memories:
      - Parcels are heavy
      - { text: { equals: Parcels are blue }, origin: person }
      - { text: Parcels go by sea, kind: fact, scope: project, status: active, trust: high, origin: script }
- name: differs
  params: { id: 7 }
  expect: { result: [], memories: [by air] }
- name: secret
  memories: [a, "the token is ghp_abcdefghijklmnopqrstuvwxyz0123456789"]
`;
    folder.write({
      'parcels/metatask.yaml': `name: Parcels\n${field}`,
      'parcels/cases/parcels.yaml': cases,
      'parcels/workflow.py': `def run(params, reporter):
    memory = reporter.memory
    found = sorted(memory.search("parcels"), key=lambda one: one["kind"])
    for one in found[:1]:
        memory.forget(one["id"])
    memory.remember("Parcels go by sea", scope="project")
    return [f"{one['kind']} {one['trust']} {one['text']}" for one in found]
`,
      'parcels/test_parcels.py': `from metarun.testing import run_task

def test_parcels():
    outcome = run_task(params={"id": 7}, memories=["Parcels leave at noon"])
    assert [one["text"] for one in outcome.memories] == ["Parcels go by sea"], outcome.memories
`,
      'parcels/parcels.test.ts': `import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runTask } from 'metarun/testing';

it('parcels', async () => {
  const { memories } = await runTask({ params: { id: 7 }, memories: [{ text: 'Trains are late', scope: 'project' }] });
  assert.deepEqual(memories.map(({ text, origin }) => [text, origin]), [
    ['Trains are late', 'person'],
    ['Parcels go by sea', 'script'],
  ]);
});
`,
    });
    const tests = parseTests(await folder.run('parcels', '--json'));
    const failed = [...tests.values()].filter(({ status }) => status === 'failed');
    expect(failed).toMatchObject([
      {
        name: 'differs',
        failures: [{ message: 'the memory does not contain "by air"', line: 15 }],
      },
      {
        name: 'secret',
        failures: [{ message: expect.stringContaining('memories[1]: The text has') }],
      },
    ]);
    expect([...tests.keys()]).toEqual(
      expect.arrayContaining(['remembers', 'parcels', 'test_parcels']),
    );
    const run = await runCli(['run', 'parcels', '--param', 'id=7'], { cwd: folder.path });
    expect([run.stderr, run.stdout]).toEqual([
      expect.stringContaining('begins without memories'),
      '[]\n',
    ]);
    folder.remove('parcels');
  });

  it('a failure on a narrow terminal shows a diff, the log and the lines of the script', async () => {
    folder.write({
      'words/metatask.yaml': 'name: Words\n',
      'words/workflow.ts': `async function count(text: string) {
  await null;
  if (text === '') throw new Error('no text\\u001b[2J');
  return text.split(' ').length;
}
export default async function run({ text }: { text: string }) {
  console.log('counting\\u001b]0;title\\u0007\\u001b[2J');
  const [words] = await Promise.all([text].map(async (each) => {
    return await count(each);
  }));
  return { words };
}
`,
      'words/cases/counts.yaml': `- params: { text: to be }
  expect: { result: { words: 3 } }
- params: { text: "" }
- params: { text: 7 }
  expect: { status: refused, error: { code: invalid_params } }
`,
    });
    const answer = await startOnTerminal(['test', 'words'], 40, {
      cwd: folder.path,
      env: { NO_COLOR: '1' },
    }).ended;
    expect(answer.code).toBe(1);
    const shown = answer.stdout.replaceAll(/\r\n/g, '\n');
    expect(shown).toContain(`      words/cases/counts.yaml:2:13: the result is another
        - expected, + there
          {
        -   "words": 3
        +   "words": 2
          }
      output:
        info counting\\u001b]0;title\\u0007\\u001b[2J
`);
    expect(shown).toMatch(/at count \(words\/workflow\.ts:3:\d+\)/);
    // The awaiting function has no name.
    expect(shown).toMatch(/at async words\/workflow\.ts:9:\d+/);
    expect(shown).toContain('no text');
    // The text of a script must not control the terminal.
    expect(shown).not.toContain('\u001b]0;');
    expect(shown).not.toContain('\u001b[2J');
    expect(shown).toContain('  ✓ counts 3');
    expect(shown).toMatch(/\n1 passed, 2 failed in /);
  });

  it('a folder without tests is reported with exit code 1', async () => {
    folder.write({ 'empty/metatask.yaml': 'name: Empty\n', 'empty/workflow.py': ORDER });
    const here = await runCli(['test'], { cwd: join(folder.path, 'empty') });
    expect(here).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There are no tests in this folder.\n'),
    });
    folder.remove('empty');
  });

  it('an unreadable case stops all runs, and every error is reported with its place', async () => {
    folder.write({
      'broken/metatask.yaml': 'name: Broken\n',
      'broken/workflow.py': 'def run(params, reporter):\n    pass\n',
      'broken/cases/one.yaml':
        '- name: a\n  parms: {}\n- name: a\n  stubs:\n    mcp: [{ server: a }]\n',
      'broken/cases/two.yaml': 'params: {a: 1\n',
    });
    const { code, stdout, stderr } = await folder.run('broken');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/broken\/cases\/one\.yaml:2:3: parms .*"params"/);
    expect(stderr).toMatch(/broken\/cases\/one\.yaml:5:11: stubs\.mcp\[0\]\.tool\b/);
    expect(stderr).toMatch(/broken\/cases\/two\.yaml:2:1: \S/);
    folder.remove('broken');
  });

  it('a syntax error in the script is reported with its line', async () => {
    folder.write({
      'syntax/metatask.yaml': 'name: Syntax\n',
      'syntax/workflow.py': 'def run(params, reporter):\n    return (\n',
      'syntax/cases/one.yaml': 'params: {}\n',
    });
    const answer = await folder.run('syntax', '--json');
    expect(answer.code).toBe(1);
    expect(parseTests(answer).get('one')?.failures).toMatchObject([
      { file: 'syntax/workflow.py', line: 2 },
    ]);
    folder.remove('syntax');
  });
});
