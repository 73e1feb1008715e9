import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GuidedError } from '../../base/kernel/guided-error.js';
import { findMetaTasks, openMetaTask } from './meta-task-folder.js';

let root: string;
let count = 0;

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'metarun-folders-')));
});
afterAll(() => rm(root, { recursive: true }));

/** Creates a folder with these files. */
async function createFolder(files: Record<string, string>): Promise<string> {
  const folder = join(root, `folder-${(count += 1)}`);
  await mkdir(folder);
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** Program that exists on every POSIX system. */
const MAKE_PIPE = process.platform === 'win32' ? '' : 'mkfifo';
const RUN = 'def run(params, reporter):\n    return {}\n';

/** Returns the diagnostics of a `metatask.yaml`, each as `line:column message`. */
async function readDiagnostics(
  yaml: string,
  files: Record<string, string> = {},
): Promise<string[]> {
  const folder = await createFolder({ 'metatask.yaml': yaml, 'workflow.py': RUN, ...files });
  const error: unknown = await openMetaTask(folder).catch((thrown: unknown) => thrown);
  if (!(error instanceof GuidedError)) return [`no error: ${JSON.stringify(error)}`];
  return error.diagnostics.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

describe('a meta-task folder', () => {
  it('a meta-task folder is read into the fields of the API with their defaults', async () => {
    const folder = await createFolder({
      'metatask.yaml': [
        'name: Hello World',
        'workspace: reports',
        'network: restricted',
        'allowed_hosts: [API.example.com]',
        'params_schema: params.schema.yaml',
        'phases: [Loading, Writing]',
        'schedules:',
        '  - { name: nightly, cron: "0 3 * * *", time_zone: Europe/Oslo, params: { a: 1 } }',
      ].join('\n'),
      'params.schema.yaml': 'type: object\n',
      'params.example.json': '{}',
      'workflow.py': RUN,
    });
    const read = await openMetaTask(folder);
    expect(read).toMatchObject({
      folder,
      file: join(folder, 'metatask.yaml'),
      name: 'Hello World',
      identifier: 'hello-world',
      mode: 'script',
      language: 'python',
      scriptFile: join(folder, 'workflow.py'),
      bindings: { workspace: 'reports' },
      schedules: [
        { name: 'nightly', cron: '0 3 * * *', time_zone: 'Europe/Oslo', params: { a: 1 } },
      ],
      exampleParams: join(folder, 'params.example.json'),
    });
    expect(read.definition).toMatchObject({
      name: 'Hello World',
      script_language: 'python',
      allowed_hosts: ['api.example.com'],
      params_schema: { type: 'object' },
      phases: ['Loading', 'Writing'],
      max_attempts: 1,
      timeout_seconds: null,
    });
    expect(read.definition).not.toHaveProperty('script');
    expect(read.definition).not.toHaveProperty('workspace_id');
  });

  it('a meta-task folder is opened by its file or by its script', async () => {
    const folder = await createFolder({
      'metatask.yaml': 'name: A\n',
      'workflow.py': RUN,
      'b.py': RUN,
    });
    const whole = await openMetaTask(folder);
    for (const name of ['metatask.yaml', 'workflow.py'])
      expect(await openMetaTask(join(folder, name))).toMatchObject({ file: whole.file, name: 'A' });
    const alone = { file: null, name: 'b', identifier: 'b', language: 'python' };
    expect(await openMetaTask(join(folder, 'b.py'))).toMatchObject(alone);
  });

  it('a lone script with a generic name takes the name of its folder', async () => {
    const folder = await createFolder({ 'tidy up/workflow.ts': 'export function run() {}' });
    const read = await openMetaTask(join(folder, 'tidy up/workflow.ts'));
    expect(read).toMatchObject({ name: 'tidy up', identifier: 'tidy-up', language: 'typescript' });
  });

  it('a meta-task folder may hold an agent', async () => {
    const files = { 'metatask.yaml': 'name: A\nexecution_mode: agent\n', 'agent.md': '# Goal' };
    const folder = await createFolder(files);
    const read = await openMetaTask(folder);
    const agent = { mode: 'agent', language: null, scriptFile: join(folder, 'agent.md') };
    expect(read).toMatchObject({ ...agent, definition: { execution_mode: 'agent' } });
  });

  it.each<[string, string, RegExp]>([
    ['a misspelt field', 'name: A\ntimeout_second: 3\n', /^2:1 .*did you mean "timeout_seconds"/],
    ['a field of the API', 'name: A\nscript_language: python\n', /^2:1 .*did you mean "language"/],
    ['a field with a slash', 'name: A\na/b~c: 1\n', /^2:1 a\/b~c is not a known field/],
    [
      'a wrong type',
      'name: A\nmemory_mb: lots\n',
      /^2:1 memory_mb must be integer or null, not str/,
    ],
    ['what is out of bounds', 'name: A\nmax_attempts: 101\n', /^2:1 max_attempts must be <= 100/],
    ['a missing name', 'memory_mb: 64\n', /^1:1 name is required/],
    [
      'a field given twice',
      'name: A\nmemory_mb: 64\nmemory_mb: 65\n',
      /^3:1 memory_mb is given tw/,
    ],
    [
      'a field of a schedule',
      'name: A\nschedules:\n  - name: n\n    timezone: UTC\n',
      /^4:5 schedules\[0\]\.timezone .*"time_zone"/,
    ],
    ['a tab', 'name: A\nschedules:\n\t- a\n', /^3:1 /],
    ['broken YAML', 'name: "A\n', /^2:1 .*quote/],
    ['an unknown tag', 'name: !!js/function x\n', /^1:7 .*tag/],
    ['a second document', 'name: A\n---\nname: B\n', /^2:1 a second document/],
    ['a list', '- name: A\n', /^1:1 the file must be object/],
    ['nothing', '', /^1:1 the file must be object/],
    ['.inf', 'name: A\nschedules: [{ name: n, params: { a: .inf } }]\n', /^2:\d+ .*finite/],
    [
      'an integer that no double holds',
      'name: A\nschedules: [{ name: n, params: { a: [1, 9007199254740993] } }]\n',
      /^2:41 a value is the integer 9007199254740993, which would become 9007199254740992/,
    ],
    [
      'a number that no double holds',
      'name: A\nschedules: [{ name: n, params: { a: 1e-400 } }]\n',
      /smaller than a double/,
    ],
    [
      'a minus zero',
      'name: A\nschedules: [{ name: n, params: { a: [-0.0] } }]\n',
      /^2:\d+ .*would become 0/,
    ],
    ['a long hexadecimal one', 'name: A\npriority: 0xffffffffffffffff\n', /^2:11 .*would become/],
    [
      'a host with a scheme',
      'name: A\nnetwork: restricted\nallowed_hosts: ["https://a.b"]\n',
      /^3:17 allowed_hosts: must be a host alone/,
    ],
    [
      'a script that is not there',
      'name: A\nscript: other.py\n',
      /^2:1 script: other.py names no file/,
    ],
    ['a script elsewhere', 'name: A\nscript: ../../x.py\n', /^2:1 script: /],
    ['an absolute script', 'name: A\nscript: /etc/passwd\n', /^2:1 script: .* relative/],
    [
      'a language that is another',
      'name: A\nscript: workflow.py\nlanguage: typescript\n',
      /^3:1 language: /,
    ],
    [
      'a schema that is not there',
      'name: A\nparams_schema: no.json\n',
      /^2:1 params_schema: no.json names/,
    ],
    ['phases given twice', 'name: A\nphases: [a, a]\n', /^2:1 phases must not have duplicate/],
  ])(
    'an invalid metatask.yaml is rejected at the place of its error: %s',
    async (_name, yaml, expected) => {
      const [first] = await readDiagnostics(yaml);
      expect(first).toMatch(expected);
    },
  );

  it('all errors of a metatask.yaml are reported at once', async () => {
    const yaml = 'name: A\ntimeout_second: 3\nmax_attempts: 0\nnetwrok: open\n';
    expect(
      (await readDiagnostics(yaml)).map((diagnostic) => diagnostic.split(':')[0] ?? '').sort(),
    ).toEqual(['2', '3', '4']);
  });

  it('an error in a schema file is reported in that file', async () => {
    const folder = await createFolder({
      'metatask.yaml': 'name: A\nresult_schema: r.json\n',
      'workflow.py': RUN,
      'r.json': '{"type": "object",\n "type": "string"}',
    });
    const diagnostic = { file: expect.stringMatching(/r\.json$/), line: 2, column: 2 };
    await expect(openMetaTask(folder)).rejects.toMatchObject({ diagnostics: [diagnostic] });
  });

  it('a small metatask.yaml cannot become a large value', async () => {
    const laughs = ['name: A', 'a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let level = 1; level < 9; level += 1) {
      const below = Array.from({ length: 10 }, () => `*a${level - 1}`).join(', ');
      laughs.push(`a${level}: &a${level} [${below}]`);
    }
    expect((await readDiagnostics(laughs.join('\n')))[0]).toMatch(/aliases/);
    expect((await readDiagnostics(`name: ${'['.repeat(60_000)}`))[0]).toMatch(/nested/);
    await expect(
      openMetaTask(await createFolder({ 'metatask.yaml': `name: "${'x'.repeat(300_000)}"` })),
    ).rejects.toMatchObject({ code: 'too_large' });
    expect((await readDiagnostics('name: A\nx: &x { y: *x }\n'))[0]).toMatch(/nested deeper/);
  });

  it('a symbolic link that leads out of the meta-task folder is rejected', async () => {
    const outside = await createFolder({ 'secret.py': RUN });
    const folder = await createFolder({ 'metatask.yaml': 'name: A\n' });
    await symlink(join(outside, 'secret.py'), join(folder, 'workflow.py'));
    await expect(openMetaTask(folder)).rejects.toThrow(/leads out of/);
  });

  it('a named pipe is rejected without waiting for it', async () => {
    const folder = await createFolder({ 'metatask.yaml': 'name: A\nparams_schema: pipe\n' });
    await writeFile(join(folder, 'workflow.py'), RUN);
    execFileSync(MAKE_PIPE, [join(folder, 'pipe')]);
    await expect(openMetaTask(folder)).rejects.toThrow(/Not a file/);
  });

  it('a meta-task may use files of its repository outside its folder', async () => {
    const repository = await createFolder({
      '.git/HEAD': '',
      'schemas/p.json': '{"type": "object"}',
      'a/metatask.yaml': 'name: A\nparams_schema: ../schemas/p.json\n',
      'a/workflow.py': RUN,
    });
    const read = await openMetaTask(join(repository, 'a'));
    expect(read.definition.params_schema).toEqual({ type: 'object' });
  });

  it('a missing metatask.yaml is reported with its fix', async () => {
    const folder = await createFolder({ 'metatask.yml': 'name: A' });
    const error = { code: 'not_found', fix: 'Rename metatask.yml to metatask.yaml.' };
    await expect(openMetaTask(folder)).rejects.toMatchObject(error);
    await expect(openMetaTask(join(folder, 'no'))).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('meta-task folders', () => {
  it('meta-task folders are found at any depth, except in hidden, installed and pulled ones', async () => {
    const yaml = 'name: A\n';
    const folder = await createFolder({
      'metatask.yaml': yaml,
      'b/c/metatask.yaml': yaml,
      'a/metatask.yaml': yaml,
      '.metarun/dev/metatask.yaml': yaml,
      'node_modules/x/metatask.yaml': yaml,
      'a/pulled/metatask.yaml': yaml,
      'a/pulled/.metarun/task.json': '{}',
    });
    expect(await findMetaTasks(folder)).toEqual([folder, join(folder, 'a'), join(folder, 'b/c')]);
  });
});
