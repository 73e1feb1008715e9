import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type CliAnswer,
  type CliOptions,
  runCli,
  runCliProcess,
  startOnTerminal,
} from '../support/cli.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';

const SCRIPT = 'def run(params, reporter):\n    return {"greeting": "Hello"}\n';

let server: TestServer;
let root: string;
let folder: string;
let name: string;
let count = 0;
beforeAll(async () => {
  server = await sharedServer();
  root = await mkdtemp(join(tmpdir(), 'metarun-deploy-'));
});
afterAll(async () => {
  await server.stop();
  await rm(root, { recursive: true, force: true });
});
// Each test has its own meta-task in its own folder.
beforeEach(async () => {
  count += 1;
  name = `greeter-${count}`;
  folder = join(root, `repository-${count}`);
  await metaTask(name);
});

async function metaTask(of: string, yaml = '', script = SCRIPT): Promise<void> {
  await mkdir(join(folder, of), { recursive: true });
  await writeFile(join(folder, of, 'metatask.yaml'), `name: ${of}\n${yaml}`);
  await writeFile(join(folder, of, 'workflow.py'), script);
}

function deploy(
  args: string[] = [name],
  { env = {}, ...options }: CliOptions = {},
): Promise<CliAnswer> {
  const all = { ...environment(), ...env };
  return runCli(['deploy', ...args], { cwd: folder, env: all, ...options });
}

function environment(): Record<string, string> {
  const connection = { METARUN_URL: server.url, METARUN_TOKEN: server.adminToken };
  return { XDG_CONFIG_HOME: join(root, 'home'), ...connection };
}

/**
 * Deploys and returns the outcome of each meta-task. The check is skipped, as nothing is wrong and it takes most of the
 * time.
 */
async function deployed(...args: string[]): Promise<unknown[]> {
  const { code, stdout, stderr } = await deploy([...args, '--no-check', '--json']);
  if (code !== 0) throw new Error(`${code}: ${stdout}${stderr}`);
  return (JSON.parse(stdout) as { meta_tasks: unknown[] }).meta_tasks;
}

async function onServer(path: string): Promise<unknown> {
  return (await server.call('GET', `/projects/default/${path}`)).body;
}

const current = (): Promise<unknown> => onServer(`task-types/${name}`);

describe('metarun deploy', () => {
  it('a deployment creates a meta-task, then one version for each change, and none without a change', async () => {
    expect(await deployed(name)).toMatchObject([{ outcome: 'created', version: 1 }]);
    expect(await deployed(name)).toMatchObject([{ outcome: 'unchanged', version: 1, changes: [] }]);
    await metaTask(
      name,
      'timeout_seconds: 20\nallowed_hosts: [API.example.com]\nnetwork: restricted\n',
    );
    expect(await deployed(name)).toMatchObject([{ outcome: 'changed', version: 2 }]);
    expect(await deployed(name)).toMatchObject([{ outcome: 'unchanged', version: 2 }]);
    expect(await current()).toMatchObject({
      timeout_seconds: 20,
      allowed_hosts: ['api.example.com'],
    });
    // A field that is removed from the file returns to its default.
    await metaTask(name);
    expect(await deployed(name)).toMatchObject([
      {
        version: 3,
        changes: [
          { field: 'network', from: 'restricted', to: 'none' },
          { field: 'allowed_hosts', from: ['api.example.com'], to: [] },
          { field: 'timeout_seconds', from: 20, to: null },
        ],
      },
    ]);
  });

  it('a deployment shows the changed fields, and the script line by line', async () => {
    await deployed(name);
    await metaTask(name, 'timeout_seconds: 20\n', SCRIPT.replace('Hello', 'Good day'));
    const { code, stdout } = await deploy();
    expect(code).toBe(0);
    expect(stdout).toContain(`~ ${name} (${name}): differs from version 1, of admin`);
    expect(stdout).toContain('-    return {"greeting": "Hello"}');
    expect(stdout).toContain('+    return {"greeting": "Good day"}');
    expect(stdout).toContain('timeout_seconds: null → 20');
    expect(stdout).toContain(`✓ ${name} is version 2 now (changed)`);
  });

  it('the suggested next command starts with npx when metarun was called through npx', async () => {
    const { stdout } = await deploy([name, '--no-check'], { env: { npm_command: 'exec' } });
    expect(stdout).toContain(`try: npx metarun tasks create ${name} (project default)`);
  });

  it('a first deployment reports which files were not uploaded, and how to upload them', async () => {
    await mkdir(join(folder, name, 'workspace/in'), { recursive: true });
    await writeFile(join(folder, name, 'workspace/in/a.txt'), 'a');
    const { stdout } = await deploy([name], { env: { npm_command: 'exec' } });
    const upload = `npx metarun deploy ${name} --with-files`;
    expect(stdout).toContain(
      `  1 file of ${name}/workspace stayed here; this uploads it: ${upload}\n`,
    );
    expect((await deploy([name, '--with-files'])).stdout).not.toContain('stayed here');
    // Only the first deployment says so; later ones do not need the files again.
    await metaTask(name, '', SCRIPT.replace('Hello', 'Good day'));
    expect((await deploy()).stdout).not.toContain('stayed here');
  });

  it('a meta-task whose files cannot be uploaded is deployed', async () => {
    await mkdir(join(folder, name, 'workspace'));
    await symlink('/etc/hostname', join(folder, name, 'workspace/link'));
    expect((await deploy()).stdout).toContain(`✓ ${name} is version 1 now (created)`);
  });

  it('a deployment with --dry-run changes nothing', async () => {
    const { code, stdout, stderr } = await deploy([name, '--dry-run']);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`+ ${name}`)]);
    expect(stderr).toContain('Nothing was deployed.');
    expect(await current()).toMatchObject({ status: 404 });
    const document = await deployed(name, '--dry-run');
    expect(document).toMatchObject([{ outcome: 'created', version: null }]);
  });

  it('metarun deploy --all deploys a whole repository, or nothing if one meta-task is wrong', async () => {
    await metaTask(`${name}-b`);
    const alone = await deploy([]);
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('Give --all')]);
    await metaTask(`${name}-c`, 'workspace: nowhere\n');
    const wrong = await deploy(['--all']);
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain(`${name}-c/metatask.yaml:2:`);
    expect(await current()).toMatchObject({ status: 404 });
    const made = await deployed('--all', '--create-workspaces');
    expect(made).toMatchObject([
      { outcome: 'created' },
      { outcome: 'created' },
      { outcome: 'created' },
    ]);
    expect(await onServer('workspaces')).toContainEqual(
      expect.objectContaining({ name: 'nowhere' }),
    );
    expect(await deployed('--all')).toMatchObject([{ version: 1 }, { version: 1 }, { version: 1 }]);
  });

  it('metarun deploy --all leaves out an agent without a model and reports the reason', async () => {
    await metaTask(`${name}-agent`, 'execution_mode: agent\n');
    await writeFile(join(folder, `${name}-agent`, 'agent.md'), '# Agent\n');
    const { code, stderr } = await deploy(['--all', '--no-check']);
    expect(code).toBe(0);
    expect(stderr).toContain(`left out: ${name}-agent (${name}-agent): No model is named`);
    expect(await current()).toMatchObject({ current_version: 1 });
    expect((await deploy([`${name}-agent`, '--no-check'])).code).toBe(1);
  });

  it('an agent is found by its identifier, and an unknown one is reported with its place', async () => {
    await metaTask(name, 'agent: helpr\n');
    const missing = await deploy([name, '--no-check']);
    expect(missing.code).toBe(1);
    expect(missing.stderr).toMatch(
      /metatask\.yaml:2:1: The project "[^"]+" has no agent "helpr"\.[^]*metarun agents create/,
    );
    const body = { name: 'Helper', identifier: `${name}-helper` };
    await server.call('POST', '/projects/default/agents', { body });
    await metaTask(name, `agent: ${name}-helper\n`);
    const [planned] = await deployed(name, '--no-check', '--dry-run');
    expect(planned).toMatchObject({
      changes: expect.arrayContaining([{ field: 'agent', from: null, to: `${name}-helper` }]),
    });
    // The meta-task runs a script and so may not name an agent.
    const refused = await deploy([name, '--no-check']);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('yaml:2:1')]);
    expect(refused.stderr).toContain('goes with the execution_mode "agent" alone');
  });

  it('a deployment warns of schedules that its version breaks, also a dry run, unless it gives them other params', async () => {
    await deployed(name);
    const body = { task_type_identifier: name, every_seconds: 3600 };
    for (const one of [`${name} day`, `${name} night`])
      await server.call('POST', '/projects/default/schedules', { body: { ...body, name: one } });
    const schema = 'params_schema: { type: object, required: [x] }\n';
    await metaTask(name, schema);
    const broken = (one: string): string =>
      `The schedule "${name} ${one}" makes no task: /params/x is required.`;
    const both = [broken('day'), broken('night')];
    expect((await deploy([name, '--dry-run'])).stderr).toContain(`warning: ${name}: ${both[0]}\n`);
    expect(await deployed(name, '--dry-run')).toMatchObject([{ warnings: both }]);
    await metaTask(
      name,
      `${schema}schedules:\n  - { name: ${name} night, every_seconds: 3600, params: { x: 1 } }\n`,
    );
    expect(await deployed(name, '--dry-run')).toMatchObject([{ warnings: [both[0]] }]);
    const { code, stderr } = await deploy([name, '--no-check']);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`warning: ${name}: ${both[0]}\n`)]);
    expect(stderr).not.toContain(`${name} night`);
    expect(await deployed(name)).toMatchObject([{ outcome: 'unchanged', warnings: [] }]);
    await server.call('POST', `/projects/default/task-types/${name}/archive`);
    expect(await deployed(name, '--restore')).toMatchObject([
      { restored: true, warnings: [both[0]] },
    ]);
  });

  it('schedules are created and changed by name, and other schedules are left alone', async () => {
    const schedule = (name_: string, more: string): string =>
      `schedules:\n  - { name: ${name_}, time_zone: Europe/Oslo, ${more} }\n`;
    await metaTask(name, schedule(`${name} night`, 'cron: "0  3 * * *", params: { a: 1 }'));
    expect(await deployed(name)).toMatchObject([{ schedules: [{ outcome: 'created' }] }]);
    expect(await deployed(name)).toMatchObject([{ outcome: 'unchanged', schedules: [] }]);
    await metaTask(
      name,
      schedule(`${name} night`, 'every_seconds: 3600, params: { a: 1 }, paused: true'),
    );
    const [changed] = await deployed(name);
    expect(changed).toMatchObject({ outcome: 'changed', version: 1 });
    const of = async (): Promise<unknown> =>
      ((await onServer('schedules')) as { name: string }[]).filter((one) =>
        one.name.startsWith(name),
      );
    expect(await of()).toMatchObject([{ cron: null, every_seconds: 3600, state: 'paused' }]);
    // A deployment does not resume a schedule that a user has paused.
    await metaTask(name, schedule(`${name} night`, 'every_seconds: 3600, params: { a: 1 }'));
    expect(await deployed(name)).toMatchObject([{ outcome: 'unchanged' }]);
    await metaTask(name);
    expect(await deployed(name)).toMatchObject([{ schedules_left_alone: [`${name} night`] }]);
    expect(await of()).toHaveLength(1);
    await metaTask(`${name}-b`, schedule(`${name} night`, 'cron: "@daily"'));
    expect((await deploy([`${name}-b`, '--no-check'])).stderr).toContain('is one of the meta-task');
  });

  it.each([[], ['--no-check']])(
    'a schedule that would never tick prevents the deployment: %j',
    async (...more) => {
      await metaTask(name, `schedules:\n  - { name: ${name}, cron: "0 0 31 2 *" }\n`);
      const { code, stderr } = await deploy([name, ...more]);
      expect(code).toBe(1);
      expect(stderr).toMatch(/metatask\.yaml:3:\d+: .*cron: "0 0 31 2 \*" never comes/);
      expect(await current()).toMatchObject({ status: 404 });
    },
  );

  it('an archived meta-task is restored only with --restore', async () => {
    await deployed(name);
    await server.call('POST', `/projects/default/task-types/${name}/archive`);
    const { code, stderr } = await deploy([name, '--no-check']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('Give --restore')]);
    expect(await deployed(name, '--restore')).toMatchObject([{ restored: true, version: 1 }]);
    expect(await current()).toMatchObject({ archived_at: null });
  });

  it('concurrent equal deployments all succeed and create a single version', async () => {
    const options = { cwd: folder, env: environment() };
    const args = ['deploy', name, '--no-check', '--json'];
    const other = await Promise.all([1, 2, 3].map(() => runCliProcess(args, options)));
    const outcomes = other.map(({ code, stdout }) => {
      const { meta_tasks: tasks = [] } = JSON.parse(stdout) as {
        meta_tasks?: { outcome: string }[];
      };
      return [code, tasks[0]?.outcome];
    });
    expect(outcomes.filter(([, outcome]) => outcome === 'created')).toHaveLength(1);
    expect(outcomes.map(([code]) => code)).toEqual([0, 0, 0]);
    expect(await current()).toMatchObject({ current_version: 1 });
  });

  it('a TypeScript meta-task is bundled with the files that it imports', async () => {
    await mkdir(join(folder, 'ts'));
    await writeFile(join(folder, 'ts', 'metatask.yaml'), `name: ${name}-ts\n`);
    await writeFile(
      join(folder, 'ts', 'words.ts'),
      'export const words = (text: string) => text.split(" ").length;\n',
    );
    await writeFile(
      join(folder, 'ts', 'workflow.ts'),
      'import { words } from "./words.js";\nexport default async function run(params: { text: string }) {\n  return words(params.text);\n}\n',
    );
    expect((await deploy(['ts'])).code).toBe(0);
    expect(await deployed('ts')).toMatchObject([{ outcome: 'unchanged' }]);
    const tasks = '/external/v1/projects/default/tasks';
    const body = { task_type_identifier: `${name}-ts`, params: { text: 'to be or not' } };
    const { id } = (await server.call<{ id: string }>('POST', tasks, { body })).body;
    const { body: ended } = await server.call('POST', `${tasks}/${id}/wait?timeout=60`);
    expect(ended).toMatchObject({ status: 'success', result: 4 });
  });

  it.each([[], ['--no-check']])(
    'an invalid script is reported with its place in the file: %j',
    async (...more) => {
      await metaTask(name, '', 'def run(params, reporter):\n    return {\n');
      const { code, stderr } = await deploy([name, ...more]);
      expect(code).toBe(1);
      expect(stderr).toMatch(new RegExp(`${name}/workflow\\.py:2:12: .*was never closed`));
      expect(await current()).toMatchObject({ status: 404 });
    },
  );

  it('deploying a single script file changes nothing but the script', async () => {
    await metaTask(name, 'timeout_seconds: 20\n');
    await deployed(name);
    const file = `${name}.py`;
    await writeFile(join(folder, file), SCRIPT.replace('Hello', 'Good day'));
    expect(await deployed(file)).toMatchObject([
      { identifier: name, version: 2, changes: [{ field: 'script' }] },
    ]);
    expect(await current()).toMatchObject({ timeout_seconds: 20 });
  });

  it('two folders with one identifier are refused', async () => {
    await cp(join(folder, name), join(folder, 'copy'), { recursive: true });
    const { code, stderr } = await deploy(['--all']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('the same identifier')]);
  });

  it('an API key is refused, and an unreachable server is reported', async () => {
    const key = await deploy([name], { env: { METARUN_TOKEN: server.apiKey } });
    expect([key.code, key.stderr]).toEqual([3, expect.stringContaining('API key')]);
    const gone = await deploy([name, '--json', '--url', 'http://127.0.0.1:2']);
    expect(gone.code).toBe(3);
    expect(JSON.parse(gone.stdout)).toMatchObject({ error: { code: 'unreachable' } });
  });

  it('a deployment to a profile other than the default needs a confirmation', async () => {
    const home = join(root, `home-${count}`);
    const env = { XDG_CONFIG_HOME: home, METARUN_URL: '', METARUN_TOKEN: '' };
    for (const profile of ['production', 'mine']) {
      const args = ['--url', server.url, '--token', server.adminToken, '--profile', profile];
      expect((await runCli(['login', ...args], { cwd: folder, env })).code).toBe(0);
    }
    const silent = await deploy([name, '--profile', 'production', '--no-check'], { env });
    expect([silent.code, silent.stderr]).toEqual([2, expect.stringContaining('Give --yes.')]);
    const asked = startOnTerminal(['deploy', name, '--profile', 'production'], 160, {
      cwd: folder,
      env,
    });
    await asked.says('(profile production)?');
    asked.process.stdin.write('n');
    expect((await asked.ended).code).toBe(1);
    expect(await current()).toMatchObject({ status: 404 });
    expect((await deploy([name, '--no-check'], { env })).code).toBe(0);
    await metaTask(name, 'timeout_seconds: 5\n');
    const confirmed = await deploy([name, '--profile', 'production', '--yes', '--no-check'], {
      env,
    });
    expect(confirmed.code).toBe(0);
  });
});
