/** Tests that every template does what its README says, in every environment. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openMetaTask } from '../../src/tooling/authoring/meta-task-folder.js';
import { APPROVALS, type ApprovalRow } from '../support/approvals.js';
import { type CliAnswer, runCli, type RunningCli, startCli } from '../support/cli.js';
import { FilesClient } from '../support/files-client.js';
import { type IssuesApi, startIssuesApi } from './issues-api.js';
import { parseBlocks, ROOT } from '../support/markdown.js';
import { jsonDifference } from '../support/matching.js';
import { CATALOGUE, newProject, TEMPLATES } from '../support/new-project.js';
import { newFolder, removeFolders } from '../support/folders.js';
import { scriptedModel } from '../support/scripted-model.js';
import { startServer, type TestServer } from '../support/server.js';
import { sized } from '../support/size.js';
import { createTask, type TaskDetail, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

/** Templates that need no language model. */
const SCRIPTS = TEMPLATES.filter((name) => name !== 'agent-contract');
const ALONE = SCRIPTS.filter((name) => !/^(approval-publish|http-sync)/.test(name));

afterAll(removeFolders);

describe('the catalogue', () => {
  it('the catalogue lists every template folder and nothing else', () => {
    const folders = readdirSync(join(ROOT, 'templates'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'project')
      .map(({ name }) => name);
    expect(folders.sort()).toEqual([...TEMPLATES].sort());
  });

  it.each(SCRIPTS)('the template %s has a README, example params and cases', (name) => {
    const files = readdirSync(join(ROOT, 'templates', name), { recursive: true });
    expect(files).toEqual(
      expect.arrayContaining(['README.md', 'metatask.yaml', 'params.example.json', 'cases']),
    );
  });

  it.each(TEMPLATES)('the template %s has the name of its folder as identifier', async (name) => {
    const { identifier } = await openMetaTask(join(ROOT, 'templates', name));
    expect(identifier).toBe(name);
  });

  it('metarun templates prints the catalogue as JSON, or as names and languages', async () => {
    const [json, text] = await Promise.all([
      runCli(['templates', '--json']),
      runCli(['templates']),
    ]);
    expect(JSON.parse(json.stdout)).toEqual(CATALOGUE);
    const heads = CATALOGUE.map(({ name, languages }) => [name, ...languages].join('  '));
    expect(text.stdout.split('\n').filter((line) => heads.includes(line))).toEqual(heads);
  });
});

/** Templates that `metarun dev` serves in this test: one of each kind, and in each language one with files. */
const SERVED = sized(
  TEMPLATES,
  TEMPLATES.filter((name) =>
    /^(csv-report-|approval-publish-python|http-sync-typescript|agent-contract)/.test(name),
  ),
);

/** Repository with every template under a new name. */
const repository = newFolder();
beforeAll(() => fill(repository, TEMPLATES));

async function fill(folder: string, templates: readonly string[]): Promise<void> {
  mkdirSync(join(folder, '.git'));
  for (const template of templates)
    await newProject(folder, [own(template), '--template', template]);
}

function own(template: string): string {
  return `my-${template}`;
}

// The results of `metarun run` in the READMEs are tested by test/docs/pages-templates-….
describe('in a repository', () => {
  it('metarun check finds no fault in a repository of all templates', async () => {
    const { code, stdout } = await runCli(['check', '--all', '--json'], { cwd: repository });
    expect(JSON.parse(stdout)).toMatchObject({ faults: [] });
    expect(code).toBe(0);
  });

  it('metarun test passes with every case of every template', async () => {
    const { code, stdout } = await runCli(['test', '--json'], { cwd: repository });
    expect({ code, stdout }).toMatchObject({ code: 0 });
    for (const template of TEMPLATES) expect(stdout).toContain(own(template));
  });
});

describe('on a server', () => {
  let server: TestServer;
  let api: IssuesApi;
  let files: FilesClient;
  let environment: Record<string, string>;

  beforeAll(async () => {
    [server, api] = await Promise.all([
      startServer({ METARUN_NETWORK_RANGES: '127.0.0.1/32' }),
      startIssuesApi(),
    ]);
    files = new FilesClient(server, server.apiKey);
    environment = {
      METARUN_URL: server.url,
      METARUN_TOKEN: server.adminToken,
      XDG_CONFIG_HOME: join(repository, '.config'),
    };
    for (const template of SCRIPTS.filter((name) => name.startsWith('http-sync')))
      change(join(repository, own(template), 'metatask.yaml'), 'api.github.com', `"${api.host}"`);
    // The check was run before.
    const { code, stdout, stderr } = await runCli(
      ['deploy', '--all', '--no-check', '--with-files'],
      {
        cwd: repository,
        env: environment,
      },
    );
    if (code !== 0) throw new Error(`metarun deploy ended with ${code}:\n${stdout}${stderr}`);
    expect(stderr).toContain(`left out: ${own('agent-contract')}`);
  });
  afterAll(() => Promise.all([server.stop(), api.close()]));

  async function run(identifier: string, params: Record<string, unknown>): Promise<TaskDetail> {
    return taskWhen(server, await createTask(server, identifier, params));
  }

  it.each(ALONE)('the template %s returns the result of its README', async (template) => {
    // Both languages share a workspace, where existing reports would not be written again.
    await files.fetch('?path=/reports', { method: 'DELETE' });
    const task = await run(own(template), exampleParams(template));
    expect(task).toMatchObject({ status: 'success', progress: 100, error_message: null });
    expect(jsonDifference(resultInReadme(template), task.result)).toBeNull();
  });

  it.each(SCRIPTS.filter((name) => name.startsWith('approval-publish')))(
    'the template %s publishes what is approved',
    async (template) => {
      const id = await createTask(server, own(template), exampleParams(template));
      const approval = await until('an approval', async () => {
        const { body } = await server.call<ApprovalRow[]>('GET', `${APPROVALS}?task_id=${id}`);
        return body[0];
      });
      expect(approval).toMatchObject({ prompt: 'Publish “Winter opening hours”?' });
      await server.call('POST', `${APPROVALS}/${approval.id}`, {
        body: { decision: 'approve', payload: { channel: 'website' } },
      });
      const task = await taskWhen(server, id);
      expect(jsonDifference(resultInReadme(template), task.result)).toBeNull();
      const published = await files.fetch('/raw?path=/published/website/winter-opening-hours.md');
      expect(await published.text()).toContain('From the first of December');
    },
  );

  it.each(SCRIPTS.filter((name) => name.startsWith('http-sync')))(
    'the template %s resumes where its previous run stopped',
    async (template) => {
      const identifier = own(template);
      await files.fetch('?path=/issues', { method: 'DELETE' });
      const asked = api.since.length;
      const params = { repository: 'acme/shop', base_url: api.url };
      const next_since = '2026-01-03T10:00:00Z';
      expect(await run(identifier, params)).toMatchObject({
        status: 'success',
        result: { saved: 2, pages: 2, since: null, next_since, complete: true },
      });
      expect(await run(identifier, params)).toMatchObject({
        status: 'success',
        result: { saved: 0, pages: 1, since: next_since, next_since, complete: true },
      });
      expect(api.since.slice(asked)).toEqual([null, next_since]);
    },
  );

  const scheduled = SCRIPTS.filter((name) => name.startsWith('scheduled-report'));

  it.each(scheduled)(
    'the template %s rewrites a report only after a late event',
    async (template) => {
      await files.fetch('?path=/reports', { method: 'DELETE' });
      const [path, params] = ['/events/2026-02-01.jsonl', { day: '2026-02-01', look_back_days: 1 }];
      const write = (content: string): Promise<Response> =>
        files.json('PUT', '/content', { path, content });
      await write('{"kind": "order", "amount": 1}\n');
      const identifier = own(template);
      const results = [];
      for (const late of ['', '', '{"kind": "order", "amount": 2}\n']) {
        if (late !== '') await write(late);
        results.push((await run(identifier, params)).result);
      }
      const report = '/reports/2026-02-01.md';
      expect(results).toMatchObject([
        { written: [report] },
        { written: [] },
        { written: [report] },
      ]);
    },
  );

  it.each(scheduled)('the template %s is scheduled for every morning', async (template) => {
    const { body } = await server.call<{ task_type_identifier: string }[]>(
      'GET',
      '/projects/default/schedules',
    );
    const schedules = body.filter((each) => each.task_type_identifier === own(template));
    // The schedule's name contains that of the meta-task, since names of schedules are unique in a project.
    expect(schedules).toMatchObject([
      {
        name: expect.stringMatching(/^My scheduled report \w+, daily$/),
        cron: '15 6 * * *',
        state: 'active',
      },
    ]);
  });

  it('agent-contract needs a model, runs with one, and is pulled back unchanged', async () => {
    const folder = join(repository, own('agent-contract'));
    const refused = await runCli(['deploy', folder, '--json'], { env: environment });
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('not_available') });
    const model = await scriptedModel((_request, turn) =>
      turn === 0
        ? [['files_write', { path: '/triage.md', content: 'later' }]]
        : [['submit_result', { messages: 2, today: [] }]],
    );
    const able = await startServer(model.env);
    try {
      const env = { ...environment, METARUN_URL: able.url, METARUN_TOKEN: able.adminToken };
      const deployed = await runCli(['deploy', folder, '--with-files'], { env });
      expect(deployed).toMatchObject({ code: 0 });
      const task = await createTask(able, own('agent-contract'), {});
      const approval = await until('an approval', async () => {
        const { stdout } = await runCli(['approvals', 'list', '--json'], { env });
        return (JSON.parse(stdout) as { approvals: { id: string }[] }).approvals[0];
      });
      await runCli(['approvals', 'approve', approval.id, '--field', 'content=today'], { env });
      expect((await taskWhen(able, task)).result).toEqual({ messages: 2, today: [] });
      const home = newFolder();
      await runCli(['pull', task, '--into', 'pulled'], { cwd: home, env });
      const contract = (path: string): string => readFileSync(join(path, 'agent.md'), 'utf8');
      expect(contract(join(home, 'pulled'))).toBe(contract(folder));
      const replayed = await runCli(['replay', join(home, 'pulled')], { env });
      expect(replayed.stderr).toContain('run by an agent');
      const again = await runCli(['deploy', join(home, 'pulled'), '--dry-run'], { env });
      expect(again.stdout).toContain('version 1 is the same');
    } finally {
      await able.stop();
      await model.stop();
    }
  });

  it('files that were uploaded are not uploaded again', async () => {
    const args = ['deploy', '--all', '--no-check', '--with-files', '--dry-run', '--json'];
    const { stdout } = await runCli(args, { cwd: repository, env: environment });
    const { meta_tasks } = JSON.parse(stdout) as {
      meta_tasks: { identifier: string; files: string[] }[];
    };
    const brought = meta_tasks.filter(({ identifier }) => identifier !== own('agent-contract'));
    expect(brought.flatMap((each) => each.files)).toEqual([]);
  });

  describe('that metarun dev starts', () => {
    const folder = newFolder();
    const served = SCRIPTS.filter((name) => SERVED.includes(name));
    let dev: RunningCli;
    beforeAll(async () => {
      await fill(folder, SERVED);
      for (const template of served.filter((name) => name.startsWith('http-sync')))
        change(join(folder, own(template), 'metatask.yaml'), 'api.github.com', `"${api.host}"`);
      const env = { METARUN_NETWORK_RANGES: '127.0.0.1/32' };
      dev = startCli(['dev'], { cwd: folder, env });
      await dev.says('Ctrl-C stops it');
    });
    afterAll(async () => {
      dev.process.kill('SIGINT');
      await dev.ended;
    });
    const cli = (...args: string[]): Promise<CliAnswer> => runCli(args, { cwd: folder });

    it.each(served.filter((name) => ALONE.includes(name)))(
      'the template %s under metarun dev returns the result of its README',
      async (name) => {
        const params = join(own(name), 'params.example.json');
        const answer = await cli('tasks', 'create', own(name), '--params', params, '--wait');
        expect(answer).toMatchObject({ code: 0 });
        expect(jsonDifference(resultInReadme(name), JSON.parse(answer.stdout))).toBeNull();
      },
    );

    it.each(served.filter((name) => name.startsWith('approval-publish')))(
      'the template %s under metarun dev continues after its approval',
      async (name) => {
        const params = join(own(name), 'params.example.json');
        const task = (await cli('tasks', 'create', own(name), '--params', params)).stdout.trim();
        const approval = await until('an approval', async () => {
          const { stdout } = await cli('approvals', 'list', '--task', task, '--json');
          return (JSON.parse(stdout) as { approvals: { id: string }[] }).approvals[0];
        });
        await cli('approvals', 'approve', approval.id, '--field', 'channel=website');
        const { stdout } = await cli('tasks', 'watch', task);
        expect(jsonDifference(resultInReadme(name), JSON.parse(stdout))).toBeNull();
      },
    );

    it.each(served.filter((name) => name.startsWith('http-sync')))(
      'the template %s under metarun dev fetches the issues',
      async (name) => {
        const params = JSON.stringify({ repository: 'acme/shop', base_url: api.url });
        const answer = await cli('tasks', 'create', own(name), '--params', params, '--wait');
        expect(answer).toMatchObject({ code: 0, stdout: expect.stringContaining('"saved": 2') });
      },
    );

    it('metarun dev leaves out the agent, separates workspaces, and uploads only saved files', async () => {
      expect(dev.output.stdout).toContain(`- ${own('agent-contract')} left out: `);
      const workspace = own('csv-report-python');
      const list = async (): Promise<string> =>
        (await cli('files', 'ls', '-r', '--workspace', workspace)).stdout;
      expect(await list()).toContain('sales.csv');
      expect(await list()).not.toContain('texts');
      await cli('files', 'rm', '/sales.csv', '--workspace', workspace, '--yes');
      writeFileSync(join(folder, workspace, 'workspace/more.csv'), 'a,b\n');
      await until('the file', async () => ((await list()).includes('more.csv') ? true : undefined));
      expect(await list()).not.toMatch(/ sales\.csv/);
    });
  });
});

function change(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  writeFileSync(file, text.replaceAll(from, to));
}

function exampleParams(template: string): Record<string, unknown> {
  const text = readFileSync(join(ROOT, 'templates', template, 'params.example.json'), 'utf8');
  return JSON.parse(text) as Record<string, unknown>;
}

/** Returns the first JSON of the README: the result of a task with the example's params. */
function resultInReadme(template: string): unknown {
  const readme = readFileSync(join(ROOT, 'templates', template, 'README.md'), 'utf8');
  const block = parseBlocks(readme).find(({ language }) => language === 'json');
  if (block === undefined) throw new Error(`the README of ${template} shows no result`);
  return JSON.parse(block.text);
}
