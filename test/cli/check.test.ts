import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorProject } from '../support/author-project.js';
import { type Files, removeFolders } from '../support/folders.js';
import { runCli, startOnTerminal } from '../support/cli.js';

afterAll(removeFolders);

const PYTHON = 'def run(params, reporter):\n    return {}\n';
const HELLO: Files = { 'metatask.yaml': 'name: Hello\n', 'workflow.py': PYTHON };

/** Returns the lines and the exit code of `metarun check` in a folder with these files. */
async function check(
  files: Files,
  args: readonly string[] = [],
): Promise<{ code: number | null; lines: string[]; stderr: string }> {
  const { code, stdout, stderr } = await runCli(['check', ...args], { cwd: authorProject(files) });
  return { code, lines: stdout.split('\n').filter((line) => line !== ''), stderr };
}

/** Checks a Python script with this `metatask.yaml`. */
const python = (script: string, yaml = 'name: A\n', files: Files = {}) =>
  check({ 'metatask.yaml': yaml, 'workflow.py': script, ...files });
const typescript = (script: string, files: Files = {}) =>
  check({ 'metatask.yaml': 'name: A\n', 'workflow.ts': script, ...files });

/** Defective meta-tasks: the defect, a script, further lines of `metatask.yaml`, and the expected diagnostic. */
const WRONG: [what: string, script: string, more: string, said: RegExp][] = [
  ['syntax', 'def run(params, reporter):\n    return {\n', '', /^workflow\.py:2:\d+: error: \S/],
  ['a signature', 'def run(params):\n    pass\n', '', /^workflow\.py:1:1: error: .*`run`/],
  ['no run', 'x = 1\n', '', /^workflow\.py:1:1: error: .*`run`/],
  [
    'an unknown method',
    'def run(p, r):\n    é = 1; r.files.raed("x")\n',
    '',
    /^workflow\.py:2:\d+: error: .*"raed".*"read"/,
  ],
  [
    'dependencies',
    `# /// script\n# dependencies = ["-e ."]\n# ///\n${PYTHON}`,
    '',
    /^workflow\.py:2:1: error: \S/,
  ],
  [
    'a phase',
    'def run(p, reporter):\n    reporter.set_phase("Loadin")\n',
    'phases: [Loading]\n',
    /^workflow\.py:2:24: warning: .*"Loadin".*"Loading"/,
  ],
  [
    'a step in a loop',
    'def run(p, r):\n    for x in p:\n        r.step("a", print)\n',
    '',
    /^workflow\.py:3:16: warning: .*"a"/,
  ],
  [
    'a step with another name each time',
    'import time\ndef run(p, r):\n    r.step(f"a {time.time()}", print)\n',
    '',
    /^workflow\.py:3:12: warning: .*time\.time\(\)/,
  ],
  [
    'a step whose name is computed',
    'def run(p, r):\n    r.step(p["a"], print)\n',
    '',
    /^workflow\.py:2:12: warning: .*step/,
  ],
  [
    'a step twice',
    'def run(p, r):\n    r.step("a", print)\n    r.step("a", print)\n',
    '',
    /^workflow\.py:3:12: warning: .*"a".*\b2\b/,
  ],
  [
    'a coroutine that nothing awaits',
    'async def run(p, r):\n    r.aio.sleep(1)\n',
    '',
    /^workflow\.py:2:5: warning: the coroutine of r\.aio\.sleep is not awaited/,
  ],
  [
    'a limit beyond those of the installation',
    PYTHON,
    'timeout_seconds: 9999999\n',
    /^metatask\.yaml:2:1: warning: timeout_seconds\b/,
  ],
  [
    'what contradicts itself',
    PYTHON,
    'allowed_hosts: [a.example]\n',
    /^metatask\.yaml:2:1: error: allowed_hosts\b/,
  ],
  [
    'a schema',
    PYTHON,
    'params_schema:\n  properties:\n    a: { type: strin }\n',
    /^metatask\.yaml:4:10: error: params_schema\/properties\/a\/type\b/,
  ],
  [
    'a cron line',
    PYTHON,
    'schedules:\n  - { name: a, cron: "0 3 * *" }\n',
    /^metatask\.yaml:3:16: error: schedules\[0\]\.cron: .*"0 3 \* \*"/,
  ],
  [
    'a time zone',
    PYTHON,
    'schedules:\n  - { name: a, cron: "0 3 * * *", time_zone: Mars/Olympus }\n',
    /^metatask\.yaml:3:\d+: error: schedules\[0\]\.time_zone: .*"Mars\/Olympus"/,
  ],
];

describe('metarun check', () => {
  it('the check finds nothing wrong in valid meta-tasks of both languages', async () => {
    const files = {
      '.git/HEAD': '',
      'a/metatask.yaml': 'name: A\nphases: [Page 0]\n',
      'a/workflow.py':
        'from typing import TypedDict\nfrom metarun import Reporter\n\nclass Params(TypedDict):\n    n: int\n\n' +
        'def run(params: Params, reporter: Reporter):\n' +
        '    for n in range(params["n"]):\n        reporter.set_phase(f"Page {n}")\n' +
        '        reporter.step(f"page {n}", lambda: n)\n    return reporter.run_task("b", {"text": "x"})\n',
      'a/params.example.json': '{"n": 2}',
      'b/metatask.yaml': 'name: B\n',
      'b/workflow.ts':
        "import type { Reporter } from 'metarun/workflow';\nimport { double } from './double';\n" +
        'interface Params { text: string }\n' +
        'export default async function run({ text }: Params, reporter: Reporter) {\n' +
        "  await reporter.files.write('/a', double(text));\n  return reporter.step('x', () => 1);\n}\n",
      'b/double.ts': 'export const double = (text: string): string => text + text;\n',
      'b/params.example.json': '{"text": "x"}',
    };
    const { code, lines, stderr } = await check(files, ['--strict']);
    expect({ code, lines }).toEqual({ code: 0, lines: [] });
    expect(stderr).toMatch(/^✓ 2 .*\n$/);
  });

  it('the check reports file, line and column of each error, and the number of errors', async () => {
    const yaml = 'name: A\ntimeout_second: 3\nmax_attempts: 0\n';
    const { code, lines, stderr } = await python(PYTHON, yaml);
    expect(lines).toEqual([
      expect.stringMatching(/^metatask\.yaml:2:1: error: timeout_second .*"timeout_seconds"/),
      expect.stringMatching(/^metatask\.yaml:3:1: error: max_attempts .*1$/),
    ]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^✗ 1 .* 2 .*\n$/) });
  });

  describe('in one of many meta-tasks', () => {
    let found: string[];
    beforeAll(async () => {
      const folders = WRONG.map(([what, script, more], index) => ({
        [`${index}/metatask.yaml`]: `name: ${what}\n${more}`,
        [`${index}/workflow.py`]: script,
      }));
      found = (await check(Object.assign({}, ...folders) as Files)).lines;
    });

    it.each(WRONG.map(([what, , , said], index) => [what, said, index] as const))(
      'the check reports a defective meta-task: %s',
      (_what, said, index) => {
        const own = found.filter((line) => line.startsWith(`${index}/`));
        expect(own.map((line) => line.replace(`${index}/`, ''))).toEqual([
          expect.stringMatching(said),
        ]);
      },
    );
  });

  it('params of schedules and examples are checked against the types of the script', async () => {
    const script =
      'from typing import TypedDict\nclass P(TypedDict):\n    n: int\ndef run(p: P, r):\n    pass\n';
    const yaml = 'name: A\nschedules:\n  - { name: a, cron: "@daily", params: { n: x } }\n';
    const { lines } = await python(script, yaml, { 'params.example.json': '{\n  "m": 1\n}' });
    expect(lines).toEqual([
      expect.stringMatching(/^metatask\.yaml:3:\d+: error: schedules\[0\]\.params\/n .*integer/),
      expect.stringMatching(/^params\.example\.json:1:1: error: params\/n\b/),
      expect.stringMatching(/^params\.example\.json:2:3: error: params\/m\b/),
    ]);
    const broken = await python(PYTHON, undefined, { 'params.example.json': '{a: 1}' });
    expect(broken.lines).toEqual([
      expect.stringMatching(/^params\.example\.json:1:2: error: .*JSON/),
    ]);
  });

  it('the check reports TypeScript type errors, also those in imported files', async () => {
    const script =
      "import type { Reporter } from 'metarun/workflow';\nimport { n } from './n';\n" +
      'export default async function run(p: { a: string }, reporter: Reporter) {\n' +
      "  reporter.setPhases('x');\n  await Promise.all([1, 2].map(() => reporter.step('a', () => n)));\n}\n";
    const { lines } = await typescript(script, { 'n.ts': "export const n: number = 'x';\n" });
    expect(lines).toEqual([
      expect.stringMatching(/^n\.ts:1:14: error: .*\(TS2322\)$/),
      expect.stringMatching(/^workflow\.ts:4:12: error: .*'setPhases'.*'setPhase'/),
      expect.stringMatching(/^workflow\.ts:5:\d+: warning: .*"a"/),
    ]);
  });

  it('the check warns of promises that are not awaited, also in imported files', async () => {
    const { lines } = await typescript(
      `import type { Reporter } from 'metarun/workflow';
import { write } from './write.js';
export default async function run(_params: unknown, reporter: Reporter) {
  reporter.step('a', async () => 1);
  await reporter.step('b', () => reporter.files.exists('/a'));
  void reporter.output('c');
  const kept = reporter.sleep(1);
  const { step, files } = reporter;
  step('d', () => 2);
  files.write('/d', 'e');
  [1].forEach((n) => reporter.runTask(\`t\${n}\`));
  await Promise.all([1].map((n) => reporter.files.read(\`/\${n}\`)));
  reporter.setPhase('f');
  reporter.log('g');
  reporter.signal.addEventListener('abort', () => undefined);
  await Promise.all([kept, write(reporter)]);
}
`,
      {
        'write.ts': `import type { Reporter } from 'metarun/workflow';
export async function write(of: Reporter): Promise<void> {
  of.files.delete('/a');
}
`,
      },
    );
    const places = lines.flatMap(
      (line) =>
        /^(\S+): warning: the promise of (\S+) is not awaited/.exec(line)?.slice(1).join(' ') ?? [],
    );
    expect(places.toSorted()).toEqual([
      'workflow.ts:10:3 files.write',
      'workflow.ts:11:22 reporter.runTask',
      'workflow.ts:4:3 reporter.step',
      'workflow.ts:9:3 step',
      'write.ts:3:3 of.files.delete',
    ]);
  });

  it('the check finds calls that are not awaited without types too', async () => {
    const { lines } = await typescript(
      'export default async function run(_params: unknown, reporter: any) {\n  reporter.files.write("/a", "b");\n  reporter.setPhase("c");\n}\n',
    );
    expect(lines).toEqual([
      expect.stringMatching(/^workflow\.ts:2:3: warning: the promise of reporter\.files\.write is/),
    ]);
  });

  it('a decorator of the older kind is refused, and taken beside a tsconfig.json that asks for it', async () => {
    const script = `function old(_target: object, _key: string, descriptor: PropertyDescriptor) {
  return descriptor;
}
class A {
  @old hi() {
    return 1;
  }
}
export default () => new A().hi();
`;
    const refused = await typescript(script);
    expect([refused.code, refused.lines.join()]).toEqual([
      1,
      expect.stringMatching(/workflow\.ts:5:3: error: The decorator "old" is of the older kind/),
    ]);
    const tsconfig = { compilerOptions: { experimentalDecorators: true, strict: true } };
    expect(await typescript(script, { 'tsconfig.json': JSON.stringify(tsconfig) })).toMatchObject({
      code: 0,
    });
  });

  it('the check applies the tsconfig.json of the author and reports errors in it', async () => {
    const loose = 'export function run(params, reporter) { return params; }\n';
    const { lines } = await check({
      'strict/metatask.yaml': 'name: Strict\n',
      'strict/workflow.ts': loose,
      'off/metatask.yaml': 'name: Off\n',
      'off/workflow.ts': loose,
      'off/tsconfig.json': { compilerOptions: { strict: false } },
      'bad/metatask.yaml': 'name: Bad\n',
      'bad/workflow.ts': 'export const run = () => 1;\n',
      'bad/tsconfig.json': { compilerOptions: { target: 'es1' } },
    });
    const of = (folder: string): string =>
      lines.filter((line) => line.startsWith(`${folder}/`)).join('\n');
    expect(of('strict')).toMatch(/^strict\/workflow\.ts:1:\d+: error: .*\(TS7006\)$/m);
    expect(of('off')).toBe('');
    expect(of('bad')).toMatch(/^bad\/tsconfig\.json:1:\d+: error: .*'--target'/);
  });

  it('the check refuses imports that an isolate does not have', async () => {
    const script =
      "import { readFileSync } from 'node:fs';\nexport const run = () => readFileSync('/a');\n";
    const { lines } = await typescript(script);
    expect(lines.join('\n')).toMatch(
      /^workflow\.ts:1:\d+: error: .*"node:fs".*reporter\.files\.read/,
    );
  });

  it('an unknown child meta-task is a warning, and an error with --strict', async () => {
    const child = (name: string) =>
      `def run(p, r):\n    r.run_tasks([("${name}", {})])\n    return r.run_task("report")\n`;
    const files = (name: string): Files => ({
      '.git/HEAD': '',
      'all/metatask.yaml': 'name: All\n',
      'all/workflow.py': child(name),
      'report/metatask.yaml': 'name: Report\n',
      'report/workflow.py': PYTHON,
    });
    expect((await check(files('report'), ['all'])).lines).toEqual([]);
    const { code, lines } = await check(files('reprot'), ['all']);
    expect(lines).toEqual([
      expect.stringMatching(/^all\/workflow\.py:2:19: warning: .*"reprot".*"report"/),
    ]);
    expect(code).toBe(0);
    expect((await check(files('reprot'), ['all', '--strict'])).code).toBe(1);
  });

  it('two folders with the same identifier are refused', async () => {
    const { code, lines } = await check({ ...prefixed('a/'), ...prefixed('b/') });
    expect(lines).toEqual([expect.stringMatching(/^b\/metatask\.yaml:1:1: error: .*"hello".* a /)]);
    expect(code).toBe(1);
  });

  it('the check reports errors in the contract of an agent', async () => {
    const yaml = 'name: A\nexecution_mode: agent\n';
    const good = await check({
      'metatask.yaml': yaml,
      'agent.md':
        '---\ngoal: Sort mail\ntools: [files.read]\nlimits: { max_steps: 5 }\n---\nRead.\n',
    });
    expect(good.code).toBe(0);
    expect(good.lines).toEqual([]);
    const bad = await check({
      'metatask.yaml': yaml,
      'agent.md': '---\ntools: [files.read]\nlimit: 5\n---\n',
    });
    expect(bad.code).toBe(1);
    expect(bad.lines.slice(0, 2)).toEqual([
      expect.stringMatching(/^agent\.md:2:\d+: error: goal\b/),
      expect.stringMatching(/^agent\.md:3:1: error: limit .*"limits"/),
    ]);
    expect(bad.lines[2]).toMatch(/^agent\.md:\d+:1: error: .*instructions/);
    const names = await check(
      {
        ...prefixed('hello/'),
        'agent/metatask.yaml': yaml,
        'agent/agent.md':
          '---\ngoal: x\ntools: [files.raed, http.request, "task:helo", "mcp:a/*"]\n---\nDo.\n',
      },
      ['agent'],
    );
    expect(names.code).toBe(1);
    expect(names.lines.every((line) => line.startsWith('agent/agent.md:'))).toBe(true);
    expect(names.lines.slice(0, 4)).toEqual([
      expect.stringMatching(/:3:9: error: tools\.0: .*"files\.raed".*"files\.read"/),
      expect.stringMatching(/:3:21: error: tools\.1: .*http\.request/),
      expect.stringMatching(/:3:35: warning: tools\.2: .*"helo".*"hello"/),
      expect.stringMatching(/:3:48: error: tools\.3: .*"mcp:a\/\*"/),
    ]);
  });

  it('metarun check --json prints a single document', async () => {
    const cwd = authorProject({ ...HELLO, 'metatask.yaml': 'name: 7\n' });
    const { code, stdout, stderr } = await runCli(['check', '--json'], { cwd });
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const place = { file: 'metatask.yaml', line: 1, column: 1, pointer: '/name' };
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      errors: 1,
      warnings: 0,
      meta_tasks: [{ path: '.', identifier: null, ok: false }],
      faults: [{ ...place, severity: 'error', message: expect.stringMatching(/^name .*string/) }],
    });
  });

  it('a missing metatask.yaml, file or folder is refused with a hint', async () => {
    const none = await check({}, ['--all']);
    expect(none.code).toBe(2);
    expect(none.stderr).toMatch(/metatask\.yaml.*\n.*fix: .*metarun new/);
    const empty = await check({ 'notes.txt': '' });
    expect(empty.code).toBe(2);
    expect(empty.stderr).toMatch(/metatask\.yaml.*\n.*fix: .*metarun new/);
    const { code, stderr } = await check({ 'workflow.py': PYTHON });
    expect(code).toBe(2);
    expect(stderr).toMatch(/metatask\.yaml.*\n.*fix: .*workflow\.py/);
    expect((await check({ 'workflow.py': PYTHON }, ['workflow.py'])).code).toBe(0);
    const nowhere = await check(HELLO, ['nowhere']);
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('nowhere')]);
  });

  it('the output is coloured on a terminal, but not with NO_COLOR', async () => {
    const cwd = authorProject({ ...HELLO, 'workflow.py': 'x = 1\n' });
    const colour = await startOnTerminal(['check'], 40, { cwd }).ended;
    expect(colour.stdout).toContain('\u001B[31merror:');
    const plain = await startOnTerminal(['check'], 40, { cwd, env: { NO_COLOR: '1' } }).ended;
    expect(plain.stdout).not.toContain('\u001B[');
  });
});

function prefixed(folder: string): Files {
  return Object.fromEntries(Object.entries(HELLO).map(([name, text]) => [folder + name, text]));
}
