import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { runCli, runCliProcess, startCli, startOnTerminal } from '../support/cli.js';
import { processesGiven } from '../support/processes.js';
import { CLI } from '../support/server-process.js';
import { until } from '../support/until.js';

const LOAD_COMPILED = 'dist/modules/cli/toolkit/load-compiled.js';
const root = mkdtempSync(join(tmpdir(), 'run-'));
afterAll(() => rmSync(root, { recursive: true }));

/** Creates a folder with these files. */
function folder(files: Record<string, string>): string {
  const made = mkdtempSync(join(root, 'case-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(made, name)), { recursive: true });
    writeFileSync(join(made, name), content);
  }
  return made;
}

const HELLO_PY = `
from typing import TypedDict

class Params(TypedDict):
    name: str
    times: int

def run(params: Params, reporter):
    reporter.set_phase("Greeting")
    print("greeting", params["name"])
    reporter.set_progress(50)
    return {"greeting": " ".join(["Hello", params["name"]] * params["times"])}
`;
const HELLO_TS = `
interface Params { name: string; loud?: boolean }
export default async function run(params: Params, reporter: any) {
  reporter.setPhase('Greeting');
  console.log('greeting', params.name);
  return { greeting: params.loud ? params.name.toUpperCase() : params.name };
}
`;
/** Code with an unnamed async function, for which V8 prints only `at async workflow.ts:5:52`. */
const IN_AN_ANONYMOUS_FUNCTION = `async function fail() {
  await null;
  throw new Error('no sum');
}
const each = async (one: any) => one(async () => { await fail(); });
export default async function run() {
  await each((work: any) => work());
}
`;
/** Waits for its cancel and, if stubborn, ignores it for a long time. */
const WAITING = `
import time
from metarun import TaskCancelled
def run(params, reporter):
    try:
        print("script started")
        time.sleep(120)
    except TaskCancelled:
        print("clearing up")
        if params.get("stubborn"):
            time.sleep(120)
        raise
`;

function parsed(text: string): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>;
}

describe('metarun run', () => {
  it('a Python run prints phases and logs to standard error and its result to standard output', async () => {
    const cwd = folder({
      'hello/metatask.yaml': 'name: Hello\nphases: [Greeting, Writing]\n',
      'hello/workflow.py': HELLO_PY,
    });
    const args = ['run', 'hello', '--param', 'name=Ada', '--param', 'times=2'];
    const { code, stdout, stderr } = await runCli(args, { cwd });
    expect(stderr).toMatch(/▸ Greeting \(1 of 2\)\n {2}greeting Ada\n {2}50 %\n✓ Greeting \d/);
    expect(parsed(stdout)).toEqual({ greeting: 'Hello Ada Hello Ada' });
    expect(code).toBe(0);
  });

  it('a single TypeScript file runs, and --json prints the outcome as one document', async () => {
    const cwd = folder({ 'words.ts': HELLO_TS, 'p.json': '{"name": "Ada"}' });
    const args = ['run', 'words.ts', '--params', 'p.json', '--param', 'loud=true', '--json'];
    const { code, stdout, stderr } = await runCli(args, { cwd });
    expect(parsed(stdout)).toMatchObject({
      task: { status: 'success', result: { greeting: 'ADA' }, task_type: 'words' },
      logs: [{ level: 'info', text: 'greeting Ada', task: null }],
      files: [],
    });
    expect(stderr).not.toContain('\u001B');
    expect(code).toBe(0);
  });

  it('a script that imports a file and a package runs without warnings of Node', async () => {
    const cwd = folder({
      'main.ts': `import { twice } from './twice.ts';
import { one } from 'one';
export default function run(): number { return twice(one); }
`,
      'twice.ts': 'export const twice = (n: number): number => 2 * n;\n',
      'node_modules/one/package.json': '{"name": "one", "type": "module", "exports": "./index.js"}',
      'node_modules/one/index.js': 'export const one = 1;\n',
    });
    const shown = await runCliProcess(['run', 'main.ts'], { cwd });
    expect(shown).toEqual({
      code: 0,
      stdout: '2\n',
      stderr: expect.stringMatching(/^✓ done in \S+\n$/),
    });
    const { stdout, stderr } = await runCli(['run', 'main.ts', '--json'], { cwd });
    expect(parsed(stdout)).toMatchObject({ task: { result: 2 } });
    expect(stderr).toBe('');
  });

  it.each(['one.py', 'one.ts', 'on-node'])(
    'a run started with the highest niceness succeeds: %s',
    (script) => {
      const body = 'export default function run() { return 1; }\n';
      const cwd = folder({
        'one.py': 'def run(params, reporter):\n    return 1\n',
        'one.ts': body,
        'on-node/metatask.yaml': 'name: on-node\nscript: main.ts\nruntime: node\n',
        'on-node/main.ts': body,
      });
      const args = ['-n', '19', process.execPath, resolve(CLI), 'run', script];
      expect(execFileSync('nice', args, { cwd, encoding: 'utf8', stdio: 'pipe' })).toBe('1\n');
    },
  );

  it('a run on a narrow terminal asks for missing params', async () => {
    const cwd = folder({ 'hello.py': HELLO_PY });
    const run = startOnTerminal(['run', 'hello.py'], 40, { cwd });
    await run.says('name');
    run.process.stdin.write('Grace\r');
    await run.says('times');
    run.process.stdin.write('1\r');
    const { code, stdout } = await run.ended;
    expect(stdout).toContain('"Hello Grace"');
    expect(code).toBe(0);
  });

  it('a run without a terminal names the missing params', async () => {
    const cwd = folder({ 'hello.py': HELLO_PY });
    const { code, stdout, stderr } = await runCli(['run', 'hello.py'], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('"name", "times"');
    expect(stderr).toContain('Give --param name=… --param times=….');
  });

  it.each([
    [['none'], 2, 'There is no file or folder none.'],
    [
      ['hello.py', '--param', 'nmae=Ada', '--param', 'times=1'],
      2,
      /^metarun: There is no param "nmae": did you mean "name"\?\n  fix:  Give --param name=…\.\n/,
    ],
    [
      ['hello.py', '--params', '{"name": 1, "times": 1}'],
      2,
      /^metarun: \/params\/name must be string, not number\.\n  fix:  Change what --param or --params gives\.\n/,
    ],
    [['hello.py', '--secret', 'NOT_THERE'], 2, 'no variable of that name'],
    [['broken.py'], 1, 'broken.py:2'],
    [['broken.ts'], 1, 'broken.ts:2'],
  ])('metarun run refuses %j', async (args, exit, said) => {
    const cwd = folder({
      'hello.py': HELLO_PY,
      'broken.py': 'def run(params, reporter):\n    return (\n',
      'broken.ts': 'export default function run() {\n  return (;\n}',
    });
    const { code, stdout, stderr } = await runCli(['run', ...args], { cwd });
    expect({ code, stdout }).toEqual({ code: exit, stdout: '' });
    expect(stderr).toMatch(said);
    expect(stderr).not.toMatch(/\n {4}at .*\.js:/);
  });

  // The values of --params and --param are tested in given-params.spec.ts.
  it.each([
    [['--approve', 'maybe'], 'Allowed are yes, no, ask, or a JSON object.'],
    [['--timeout', '0'], 'above 0'],
  ])('metarun run refuses the options %j', async (options, said) => {
    const { code, stdout, stderr } = await runCli(['run', 'hello.py', ...options]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(said);
  });

  it('an error shows where the script failed in the files of the author', async () => {
    const cwd = folder({
      'jobs/sum.py': 'def run(params, reporter):\n    return 1 / 0\n',
      'jobs/sum.ts': IN_AN_ANONYMOUS_FUNCTION,
    });
    const [python, typescript] = await Promise.all([
      runCli(['run', 'jobs/sum.py'], { cwd }),
      runCli(['run', 'jobs/sum.ts'], { cwd }),
    ]);
    expect(python.stderr).toContain('ZeroDivisionError: division by zero');
    expect(python.stderr).toContain('File "jobs/sum.py", line 2, in run');
    expect(typescript.stderr).toContain('at fail (jobs/sum.ts:3:9)');
    expect(typescript.stderr).toMatch(/at async jobs\/sum\.ts:5:\d+\n/);
    expect([python.code, typescript.code]).toEqual([1, 1]);
  });

  it('the result is validated against the result_schema', async () => {
    const cwd = folder({
      'metatask.yaml': 'name: Wrong\nresult_schema: {type: string}\n',
      'workflow.py': 'def run(params, reporter):\n    return 7\n',
    });
    const { code, stderr } = await runCli(['run'], { cwd });
    expect(stderr).toContain('The result does not match the result_schema');
    expect(code).toBe(1);
  });

  it('a run reads the files of its workspace and saves what it changed there', async () => {
    const script =
      'def run(params, reporter):\n    reporter.files.write("/out/a.txt", reporter.files.read("in.txt").upper())';
    const cwd = folder({
      'a/up.py': script,
      'a/workspace/in.txt': 'abc',
      'b/up.py': script,
      'in/in.txt': 'x',
    });
    const beside = await runCli(['run', 'a/up.py', '--json'], { cwd });
    expect(parsed(beside.stdout)['files']).toEqual(['/out/a.txt']);
    expect(readFileSync(join(cwd, 'a/workspace/out/a.txt'), 'utf8')).toBe('ABC');
    const named = await runCli(['run', 'b/up.py', '--workspace', 'in'], { cwd });
    expect(named.stderr).toContain('file /out/a.txt');
    expect(readFileSync(join(cwd, 'in/out/a.txt'), 'utf8')).toBe('X');
    expect(existsSync(join(cwd, 'b/.metarun'))).toBe(false);
  });

  it('secrets are given to the script and redacted in all output', async () => {
    const cwd = folder({
      'keys.py':
        'def run(params, reporter):\n    values = [reporter.secrets.get(n) for n in ("A", "B", "C")]\n    print(values)\n    reporter.set_phase(values[0])\n    raise ValueError(values[1] + values[2])\n',
      '.env': '# of the service\nA=first-secret-value\nexport B="second-secret-value"\n',
    });
    const args = ['run', 'keys.py', '--secrets', '.env', '--secret', 'C'];
    const { stderr } = await runCli(args, { cwd, env: { C: 'third-secret-value' } });
    expect(stderr).toContain('[redacted]');
    expect(stderr).not.toMatch(/(first|second|third)-secret/);
  });

  it('children of the repository run in both languages, and their logs are shown', async () => {
    const cwd = folder({
      'main/metatask.yaml': 'name: Main\n',
      'main/workflow.py':
        'def run(params, reporter):\n    return reporter.run_task("words", {"name": "Ada"})\n',
      'words/metatask.yaml': 'name: Words\nlanguage: typescript\n',
      'words/workflow.ts': HELLO_TS,
      'invalid/metatask.yaml': 'nonsense: true\n',
    });
    const { code, stdout, stderr } = await runCli(['run', 'main'], { cwd });
    expect(stderr).toMatch(/\[words-\d+\] greeting Ada/);
    expect(parsed(stdout)).toEqual({ greeting: 'Ada' });
    expect(code).toBe(0);
  });

  it('a run announces a durable sleep, takes events from --event, and names the flag for a missing one', async () => {
    const cwd = folder({
      'wait.py':
        'def run(params, reporter):\n    reporter.sleep(1.5)\n    return reporter.wait_for_event("go")\n',
    });
    const [sent, unsent] = await Promise.all([
      runCli(['run', 'wait.py', '--event', 'go={"n": 1}'], { cwd }),
      runCli(['run', 'wait.py'], { cwd }),
    ]);
    expect(sent.stderr).toContain('sleeps until');
    expect(parsed(sent.stdout)).toEqual({ n: 1 });
    expect(unsent.stderr).toContain("Give --event 'go={…}'.");
    expect(unsent.code).toBe(2);
  });

  it.each(['typescript', 'python'])(
    'a run of %s that has no space for temporary files ends and says so',
    async (language) => {
      const file = language === 'python' ? 'hello.py' : 'hello.ts';
      const made = folder({ [file]: language === 'python' ? HELLO_PY : HELLO_TS });
      const env = { TMPDIR: '/nowhere' };
      const { code, stderr } = await runCliProcess(['run', join(made, file)], { env });
      expect([code, stderr]).toEqual([1, expect.stringMatching(/to \/nowhere: .*\n.*set TMPDIR/)]);
    },
  );

  it('a run ends at its time limit', async () => {
    const cwd = folder({ 'long.py': WAITING });
    const { code, stderr } = await runCli(['run', 'long.py', '--timeout', '1'], { cwd });
    expect(stderr).toContain('failed after');
    expect(stderr).toContain('1 s');
    expect(code).toBe(1);
  });
});

describe('Ctrl-C', () => {
  it('Ctrl-C cancels the script, which can still clean up', async () => {
    const run = startCli(['run', 'wait.py', '--json'], { cwd: folder({ 'wait.py': WAITING }) });
    await run.says('script started');
    run.process.kill('SIGINT');
    const { code, stdout } = await run.ended;
    expect(parsed(stdout)).toMatchObject({
      task: { status: 'cancelled' },
      logs: [{ text: 'script started' }, { text: 'clearing up' }],
    });
    expect(code).toBe(130);
  });

  it('a second Ctrl-C ends the run immediately', async () => {
    const cwd = folder({ 'wait.py': WAITING });
    const run = startCli(['run', 'wait.py', '--params', '{"stubborn": true}'], { cwd });
    await run.says('script started');
    run.process.kill('SIGINT');
    await run.says('clearing up');
    run.process.kill('SIGINT');
    expect((await run.ended).code).toBe(130);
  });
});

describe('what it leaves behind', () => {
  it('the compiled code of a run is kept in the cache, and a damaged copy is replaced', async () => {
    const cwd = folder({ 'one.py': 'def run(params, reporter):\n    return 1\n' });
    const compiled = join(cwd, 'cache', 'metarun', 'compiled');
    const kept = (): string[] =>
      readdirSync(compiled).filter((name) => /^run-python-[\w.-]+\.v8$/.test(name));
    const runs = async (): Promise<void> =>
      expect(
        await runCliProcess(['run', 'one.py'], {
          cwd,
          env: { XDG_CACHE_HOME: join(cwd, 'cache') },
        }),
      ).toMatchObject({ code: 0, stdout: '1\n' });
    await runs();
    const [name = ''] = kept();
    const file = join(compiled, name);
    writeFileSync(file, readFileSync(file).toReversed());
    await runs();
    expect(readFileSync(file).length).toBeGreaterThan(100_000);
    expect(kept()).toEqual([name]);
  });

  it('a killed run leaves no processes behind, and the next run removes its temporary files', async () => {
    const temporary = mkdtempSync(join(tmpdir(), 'rt-'));
    // The cache is unusable, since its folder would be below a file.
    const cwd = folder({ 'wait.py': WAITING, none: '' });
    const env = { TMPDIR: temporary, XDG_CACHE_HOME: join(cwd, 'none') };
    const run = startCli(['run', 'wait.py'], { cwd, env });
    await run.says('script started');
    expect(processesGiven(temporary)).not.toEqual([]);
    run.process.kill('SIGKILL');
    await run.ended;
    await until('the guests end', () => processesGiven(temporary).length === 0);
    expect(readdirSync(temporary)).not.toEqual([]);
    writeFileSync(join(cwd, 'wait.py'), 'def run(params, reporter):\n    return 1\n');
    // The next run removes those files and its own.
    expect((await runCliProcess(['run', 'wait.py'], { cwd, env })).code).toBe(0);
    expect(readdirSync(temporary)).toEqual([]);
    rmSync(temporary, { recursive: true });
  });
});

describe('what V8 has compiled', () => {
  it('intact compiled code is reused, a damaged copy is replaced, and an unwritable cache is ignored', () => {
    const cwd = folder({ 'bundle.cjs': 'exports.answer = () => "an answer";\n' });
    const loads = (cache: string): void => {
      const given = JSON.stringify([join(cwd, 'bundle.cjs'), join(cwd, cache), 'use']);
      const script = `import { loadCompiled } from ${JSON.stringify(resolve(LOAD_COMPILED))};
process.stdout.write(loadCompiled(...${given}).answer());`;
      const args = ['--input-type=module', '-e', script];
      expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('an answer');
    };
    loads('cache');
    const [name = ''] = readdirSync(join(cwd, 'cache'));
    const file = join(cwd, 'cache', name);
    const whole = readFileSync(file);
    loads('cache');
    expect(readFileSync(file).equals(whole)).toBe(true);
    for (const damaged of [whole.subarray(0, 100), whole.toReversed(), Buffer.alloc(0)]) {
      writeFileSync(file, damaged);
      loads('cache');
      expect(readFileSync(file).length).toBe(whole.length);
    }
    expect(readdirSync(join(cwd, 'cache'))).toEqual([name]);
    writeFileSync(join(cwd, 'none'), '');
    loads('none');
  });
});
