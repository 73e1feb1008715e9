import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorProject } from '../support/author-project.js';
import { removeFolders } from '../support/folders.js';
import { runCli, runCliProcess, type RunningCli, startCli } from '../support/cli.js';
import { scriptedModel, serialiseMessages } from '../support/scripted-model.js';
import { until } from '../support/until.js';

const PYTHON = 'def run(params, reporter):\n    reporter.set_phase("Greeting")\n    return 1\n';
const TYPESCRIPT = 'export default function run(params: { n: number }) {\n  return params.n;\n}\n';

let folder: string;
let dev: RunningCli;
beforeAll(async () => {
  folder = authorProject({
    'hello/metatask.yaml': 'name: Hello\n',
    'hello/workflow.py': PYTHON,
    'words/metatask.yaml':
      'name: Words\nschedules:\n  - { name: often, every_seconds: 3600, params: { n: 1 } }\n',
    'words/workflow.ts': TYPESCRIPT,
  });
  dev = startCli(['dev'], { cwd: folder });
  await dev.says('Ctrl-C stops it');
});
afterAll(async () => {
  dev.process.kill('SIGINT');
  await dev.ended;
  removeFolders();
});

const save = (path: string, text: string) => writeFile(join(folder, path), text);

/** Returns the address and token by which other commands reach the server of the folder. */
function address(): { url: string; token: string; pid: number } {
  return JSON.parse(readFileSync(join(folder, '.metarun/dev.json'), 'utf8')) as ReturnType<
    typeof address
  >;
}

async function call(path: string, body?: object): Promise<Record<string, unknown>> {
  const { url, token } = address();
  const answer = await fetch(`${url}${path}`, {
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Record<string, unknown>;
}

const loadCurrentVersion = async (identifier: string): Promise<unknown> =>
  (await call(`/projects/default/task-types/${identifier}`))['current_version'];

describe('metarun dev', () => {
  it('metarun dev deploys the meta-tasks of the folder, and its files are private to the user', async () => {
    const { stdout } = dev.output;
    expect(stdout).toMatch(/✓ hello version 1 created [\d.]+m?s/);
    expect(stdout).toMatch(/✓ words version 1 created [\d.]+m?s/);
    expect(stdout).toMatch(/metarun dev serves http:\/\/127\.0\.0\.1:\d+ after/);
    expect(address().pid).toBe(dev.process.pid);
    expect(statSync(join(folder, '.metarun/dev.json')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, '.metarun/dev')).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(folder, '.metarun/.gitignore'), 'utf8')).toBe('*\n');
    expect(stdout).not.toContain('mrt_');
  });

  it('the suggested command works as printed, and metarun dev shows the task', async () => {
    await dev.says('metarun tasks create hello --wait');
    const { code, stdout } = await runCli(['tasks', 'create', 'hello', '--wait'], { cwd: folder });
    expect([code, stdout.trim()]).toEqual([0, '1']);
    await dev.says(/\w{8} hello {2}▸ started\n.*Greeting\n.*✓ success in [\d.]+m?s/);
  });

  it('metarun dev prints a dashboard link, and --open shows a failing run in the browser', async () => {
    expect(dev.output.stdout).toMatch(/dashboard {2}http:\S+\/ui\/login#code=mrc_[\w-]{43}\n/);
    const root = authorProject({
      'fails/metatask.yaml': 'name: Fails\n',
      'fails/workflow.py': 'def run(params, reporter):\n    raise ValueError("as asked")\n',
      'xdg-open': '#!/bin/sh\ncat "$1" >> "$XDG_CACHE_HOME/opened"\n',
    });
    await chmod(join(root, 'xdg-open'), 0o755);
    const env = {
      XDG_CACHE_HOME: root,
      DISPLAY: ':0',
      PATH: `${root}:${process.env['PATH'] ?? ''}`,
    };
    const opened = (): string =>
      existsSync(join(root, 'opened')) ? readFileSync(join(root, 'opened'), 'utf8') : '';
    const other = startCli(['dev', '--open'], { cwd: root, env });
    try {
      await other.says('Ctrl-C stops it');
      await until('the dashboard to be opened', () => opened().includes('/ui/login#code='));
      const create = () => runCli(['tasks', 'create', 'fails', '--wait', '--json'], { cwd: root });
      const { id } = JSON.parse((await create()).stdout) as { id: string };
      await until('the run to be opened', () => opened().includes(`to=%2Fui%2Fr%2F${id}#code=`));
      await create();
      await other.says(/failed[^]*failed/);
      expect(opened().match(/to=/g)).toHaveLength(opened().match(new RegExp(id, 'g'))?.length ?? 0);
    } finally {
      other.process.kill('SIGINT');
    }
    expect((await other.ended).code).toBe(0);
  });

  it('the suggested commands start with a cd and match how metarun was called', async () => {
    const root = authorProject({
      'own/hello/metatask.yaml': 'name: Hello\n',
      'own/hello/workflow.py': PYTHON,
    });
    const other = startCli(['dev', 'own'], { cwd: root, env: { npm_command: 'exec' } });
    try {
      await other.says(
        '    cd own\n    npx metarun tasks create hello --wait\n    npx metarun tasks list\n',
      );
    } finally {
      other.process.kill('SIGINT');
    }
    expect((await other.ended).code).toBe(0);
  });

  it('an agent is deployed after its tools and runs with the configured model', async () => {
    const model = await scriptedModel((_request, turn) =>
      turn === 0 ? [['task_words', { n: 7 }]] : 'It is seven.',
    );
    const root = authorProject({
      'asks/metatask.yaml': 'name: Asks\nexecution_mode: agent\n',
      'asks/agent.md': '---\ngoal: Count.\ntools: ["task:words"]\n---\nCount.\n',
      'words/metatask.yaml': 'name: Words\n',
      'words/workflow.ts': TYPESCRIPT,
    });
    const agents = startCli(['dev'], { cwd: root, env: model.env });
    try {
      await agents.says('Ctrl-C stops it');
      expect(agents.output.stdout).toMatch(/✓ words version 1 created[^]*✓ asks version 1 created/);
      expect(agents.output.stdout).not.toContain('error');
      const tasks = (...args: string[]) => runCli(['tasks', ...args], { cwd: root });
      const ended = JSON.parse((await tasks('create', 'asks', '--wait', '--json')).stdout) as {
        id: string;
        result: string;
      };
      expect(ended.result).toBe('It is seven.');
      expect((await tasks('show', ended.id)).stdout).toMatch(
        /^models +test\/m, 2 requests, 1 tool call, 200 tokens sent, 20 answered$/m,
      );
      expect(serialiseMessages(model.requests.at(-1) ?? { messages: [] })).toContain('\\n7\\n');
      const tested = await runCli(['model-providers', 'test', 'test', 'm'], { cwd: root });
      expect(tested.stderr).toContain('test is a provider of the installation');
    } finally {
      agents.process.kill('SIGINT');
      await agents.ended;
      await model.stop();
    }
  });

  it('the knowledge of an agent is uploaded before the agent, and again when a file is saved', async () => {
    const model = await scriptedModel(() => 'Read.');
    const root = authorProject({
      'asks/metatask.yaml': 'name: Asks\nexecution_mode: agent\n',
      'asks/agent.md': '---\ngoal: Read.\nknowledge: [handbook]\n---\nRead.\n',
      'asks/knowledge/handbook/holidays.md': 'Thirty days.\n',
    });
    const agents = startCli(['dev'], { cwd: root, env: model.env });
    try {
      await agents.says('Ctrl-C stops it');
      expect(agents.output.stdout).toMatch(
        /✓ asks version 1 created[^]*1 file of its folder knowledge\/: .*--workspace handbook/,
      );
      const listed = (): Promise<string> =>
        runCli(['files', 'ls', '-r', '--workspace', 'handbook'], { cwd: root }).then(
          ({ stdout }) => stdout,
        );
      expect(await listed()).toContain('holidays.md');
      await writeFile(join(root, 'asks/knowledge/handbook/travel.md'), 'By train.\n');
      await until('the saved file', async () => (await listed()).includes('travel.md'));
    } finally {
      agents.process.kill('SIGINT');
      await agents.ended;
      await model.stop();
    }
  });

  it('schedules are paused under metarun dev', async () => {
    const schedules = await call('/projects/default/schedules');
    expect(schedules).toMatchObject([{ name: 'often', state: 'paused' }]);
    expect(dev.output.stdout).toMatch(
      /the schedules of words are paused here.*schedules resume <name>/,
    );
  });

  it('a saved script is deployed, and a failed task shows its line', async () => {
    await save('hello/workflow.py', 'def run(params, reporter):\n    return params["nope"]\n');
    await dev.says(/✓ hello version 2 changed [\d.]+m?s/);
    expect(await loadCurrentVersion('hello')).toBe(2);
    await call('/external/v1/projects/default/tasks', { task_type_identifier: 'hello' });
    await dev.says("failed, script_error: KeyError: 'nope' (workflow.py:2)");
  });

  it('an invalid script keeps the previous version until it is fixed', async () => {
    await save('hello/workflow.py', 'def run(params):\n    pass\n');
    await dev.says('hello/workflow.py:1:1: error: `run` must take (params, reporter)');
    await dev.says('hello stays as it was until this is fixed');
    expect(await loadCurrentVersion('hello')).toBe(2);
    await save('hello/metatask.yaml', 'name: Hello\ncolour: 3\n');
    await dev.says('hello/metatask.yaml:2:1: error: colour is not a known field');
    await save('hello/metatask.yaml', 'name: Hello\n');
    await save('hello/workflow.py', PYTHON);
    await dev.says('✓ hello version 3 changed');
    await dev.says('✓ hello is fixed');
  });

  it('a script is deployed before its type errors are reported', async () => {
    await save('words/workflow.ts', `${TYPESCRIPT}const wrong: number = 'a';\n`);
    await dev.says('✓ words version 2 changed');
    await dev.says(/words\/workflow\.ts:4:7: error: Type 'string' is not assignable/);
    const { stdout } = dev.output;
    expect(stdout.indexOf('words version 2')).toBeLessThan(stdout.indexOf('words/workflow.ts:4:7'));
    await save('words/workflow.ts', TYPESCRIPT);
    await dev.says('✓ words is fixed');
  });

  it('new folders are deployed, and removed ones are archived', async () => {
    await mkdir(join(folder, 'deep/new'), { recursive: true });
    await save('deep/new/workflow.py', PYTHON);
    await save('deep/new/metatask.yaml', 'name: New\n');
    await dev.says('✓ new version 1 created');
    await rm(join(folder, 'deep'), { recursive: true });
    await dev.says('new archived: new is gone');
    expect((await call('/projects/default/task-types/new'))['archived_at']).not.toBeNull();
    await mkdir(join(folder, 'deep/new'), { recursive: true });
    await save('deep/new/workflow.py', PYTHON);
    await save('deep/new/metatask.yaml', 'name: New\n');
    await dev.says(/new version 1 changed/);
  });

  it('a second folder with the same identifier is not deployed', async () => {
    await mkdir(join(folder, 'twin'));
    await save('twin/workflow.py', PYTHON);
    await save('twin/metatask.yaml', 'name: Hello\n');
    await dev.says(/twin has the identifier "hello" of hello; it is not deployed/);
    await rm(join(folder, 'twin'), { recursive: true });
  });

  it('a second metarun dev in the same folder is refused', async () => {
    const { code, stderr } = await runCliProcess(['dev'], { cwd: folder });
    expect(code).toBe(1);
    expect(stderr).toMatch(/runs in this folder already: http:\/\/127\.0\.0\.1:\d+\n {2}fix: /);
  });

  it('several instances of metarun dev that start together choose different ports', async () => {
    const several = [1, 2, 3].map(() => startCli(['dev'], { cwd: authorProject({}) }));
    await Promise.all(several.map((one) => one.says('Ctrl-C stops it')));
    const ports = several.map(({ output }) => /127\.0\.0\.1:(\d+)/.exec(output.stdout)?.[1]);
    expect(new Set(ports).size).toBe(several.length);
    for (const one of several) one.process.kill('SIGINT');
    await Promise.all(several.map(({ ended }) => ended));
  });

  it('metarun dev refuses a port in use, an invalid port and a missing folder', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const { code, stderr } = await runCliProcess(['dev', '--port', String(port)], {
      cwd: authorProject({}),
    });
    other.close();
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/Port \d+ is taken\.\n {2}fix: .*--port/),
    ]);
    expect((await runCli(['dev', '/nowhere'])).code).toBe(2);
    expect((await runCli(['dev', '--port', 'x'])).code).toBe(2);
  });

  it('metarun dev stops on Ctrl-C, keeps its data, and discards it with --fresh', async () => {
    dev.process.kill('SIGINT');
    const { code, stderr } = await dev.ended;
    expect([code, stderr]).toEqual([0, expect.stringContaining('stopping')]);
    expect(existsSync(join(folder, '.metarun/dev.json'))).toBe(false);
    dev = startCli(['dev'], { cwd: folder });
    await dev.says('Ctrl-C stops it');
    expect(await loadCurrentVersion('hello')).toBe(3);
    dev.process.kill('SIGKILL');
    await dev.ended;
    dev = startCli(['dev', '--fresh'], { cwd: folder });
    await dev.says('Ctrl-C stops it');
    expect(await loadCurrentVersion('hello')).toBe(1);
  });
});
