import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { openMetaTask } from '../../src/tooling/authoring/meta-task-folder.js';
import { runCli, startOnTerminal } from '../support/cli.js';
import { readPage, ROOT } from '../support/markdown.js';
import { type Made, newProject } from '../support/new-project.js';
import { newFolder, removeFolders } from '../support/folders.js';

afterAll(removeFolders);

/** Returns the sorted names in a folder, including hidden ones. */
function below(folder: string): string[] {
  return readdirSync(folder).sort();
}

describe('metarun new', () => {
  it('metarun new asks for name, template and language, and prints the next commands', async () => {
    const folder = newFolder();
    const running = startOnTerminal(['new'], 60, { cwd: folder });
    await running.says('What is it called?');
    running.process.stdin.write('Weekly sales\r');
    await running.says('What shall it start from?');
    running.process.stdin.write('\r');
    await running.says('In which language?');
    running.process.stdin.write('\x1b[B\r');
    const { code, stdout } = await running.ended;
    expect(code).toBe(0);
    // The meta-task runs without installing anything.
    expect(stdout).toMatch(/metarun run weekly-sales [^]*npm install --prefix weekly-sales/);
    expect(await openMetaTask(join(folder, 'weekly-sales'))).toMatchObject({
      name: 'Weekly sales',
      identifier: 'weekly-sales',
      language: 'typescript',
    });
  });

  it('a new agent comes with the commands that test and run it', async () => {
    const args = ['x', '-t', 'agent-contract', '--yes'];
    const { code, stdout } = await runCli(['new', ...args], { cwd: newFolder() });
    expect(code).toBe(0);
    expect(stdout).toMatch(/metarun test x [^]*metarun run x --model/);
  });

  it('an interrupted metarun new creates nothing', async () => {
    const folder = newFolder();
    const running = startOnTerminal(['new', 'x'], 60, { cwd: folder });
    await running.says('What shall it start from?');
    running.process.stdin.write('\x03');
    expect((await running.ended).code).toBe(130);
    expect(below(folder)).toEqual([]);
  });

  it.each([
    [[], 'metarun new <name>'],
    [['x'], '--template'],
    [['x', '-t', 'hello'], '--language'],
  ])('metarun new without a terminal and with %j names what is missing', async (args, flag) => {
    const folder = newFolder();
    const { code, stderr } = await runCli(['new', ...args], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain(flag);
    expect(below(folder)).toEqual([]);
  });

  it.each([
    [['a/b', '--yes'], 'invalid_name', '--folder'],
    [['报告', '--yes'], 'invalid_name', 'weekly-sales'],
    [[' ', '--yes'], 'invalid_name', 'weekly-sales'],
    [['x', '-t', 'helo', '--yes'], 'unknown_template', 'hello?'],
    [['x', '-t', 'fan-out', '-l', 'perl'], 'usage', 'perl'],
    [['x', '-t', 'hello-python', '-l', 'typescript'], 'unknown_template', '--language'],
    [['x', '-t', 'agent-contract', '-l', 'python'], 'unknown_template', '--language'],
  ])('metarun new refuses %j with exit code 2 and creates nothing', async (args, error, named) => {
    const folder = newFolder();
    const { code, stdout } = await runCli(['new', ...args, '--json'], { cwd: folder });
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: error } });
    expect(stdout).toContain(named);
    expect(below(folder)).toEqual([]);
  });

  it('existing files and folders are never overwritten', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'greeter'));
    writeFileSync(join(folder, 'greeter/notes.txt'), 'mine');
    writeFileSync(join(folder, 'file'), 'mine');
    const into = await runCli(['new', 'greeter', '--yes', '--json'], { cwd: folder });
    expect(into.code).toBe(1);
    expect(JSON.parse(into.stdout)).toMatchObject({ error: { code: 'folder_in_use' } });
    const args = ['greeter', '--yes', '--folder', 'file', '--json'];
    const over = await runCli(['new', ...args], { cwd: folder });
    expect(over.code).toBe(1);
    const message = expect.stringContaining('file');
    expect(JSON.parse(over.stdout)).toMatchObject({ error: { code: 'folder_in_use', message } });
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('mine');
    expect(below(join(folder, 'greeter'))).toEqual(['notes.txt']);
  });

  it('a failed metarun new removes everything that it has created', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, '.git'));
    // A shared file that cannot be written and comes after all files of the template.
    symlinkSync(join(folder, 'nowhere/AGENTS.md'), join(folder, 'AGENTS.md'));
    const args = ['greeter', '--yes', '--json'];
    const { code, stdout } = await runCli(['new', ...args], { cwd: folder });
    expect(code).toBe(1);
    const message = expect.stringContaining('AGENTS.md');
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'not_written', message } });
    expect(below(folder)).toEqual(['.git', 'AGENTS.md']);
  });

  it('a name that YAML would read as another type is kept as text', async () => {
    const folder = newFolder();
    for (const [name, identifier] of [
      ['2026', '2026'],
      ['True: #1 "of" them', 'true-1-of-them'],
    ] as const) {
      const made = await newProject(folder, [name, '--yes']);
      expect(await openMetaTask(made.folder)).toMatchObject({ name, identifier });
    }
  });

  it('the name of a new meta-task also renames its child and its tests', async () => {
    const folder = newFolder();
    const made = await newProject(folder, ['Count', '-t', 'fan-out', '-l', 'python']);
    expect(made.files).toContain('part/workflow.py');
    expect(await openMetaTask(join(made.folder, 'part'))).toMatchObject({
      name: 'Count part',
      identifier: 'count-part',
    });
    const text = (path: string): string => readFileSync(join(made.folder, path), 'utf8');
    expect(text('workflow.py')).toContain('PART = "count-part"');
    for (const path of made.files) expect(text(path)).not.toMatch(/fan-out-python|Fan-out Python/);
  });

  it('a new folder outside a repository is a project of its own', async () => {
    const folder = newFolder();
    const { stdout } = await runCli(['new', 'greeter', '--yes', '--json'], { cwd: folder });
    const { folder: made } = JSON.parse(stdout) as Made;
    expect(below(folder)).toEqual(['greeter']);
    expect(below(made)).toEqual(
      expect.arrayContaining(['.gitignore', 'AGENTS.md', 'metatask.yaml', 'typings']),
    );
    expect(readFileSync(join(made, '.gitignore'), 'utf8')).toContain('.metarun/\n');
  });

  it('a new folder in a repository leaves files of others alone and renews shared ones', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, '.git'));
    writeFileSync(join(folder, '.gitignore'), 'dist/');
    writeFileSync(join(folder, 'AGENTS.md'), '# Our web shop\n');
    writeFileSync(join(folder, 'package.json'), '{"name": "shop"}');
    const first = await newProject(folder, ['one', '-t', 'hello-typescript']);
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('dist/\n.metarun/\n');
    expect(readFileSync(join(folder, 'AGENTS.md'), 'utf8')).toBe('# Our web shop\n');
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe('{"name": "shop"}');
    // Assistants also read the nearer AGENTS.md.
    expect(below(first.folder)).toContain('AGENTS.md');
    expect(below(folder)).toContain('tsconfig.json');

    const typings = join(folder, 'typings/metarun/workflow.d.ts');
    writeFileSync(typings, '// of an older version');
    const second = await newProject(folder, ['two', '-t', 'hello-typescript', '-f', 'jobs/two']);
    expect(second.shared).toContainEqual({ path: typings, change: 'renewed' });
    expect(readFileSync(typings, 'utf8')).toContain('interface Reporter');
    expect(existsSync(join(folder, 'jobs/typings'))).toBe(false);
    const [modeline] = readFileSync(join(second.folder, 'metatask.yaml'), 'utf8').split('\n');
    expect(modeline).toBe(
      '# yaml-language-server: $schema=../../typings/metarun/metatask.schema.json',
    );
  });

  it('the suggested command starts with npx when metarun was called through npx', async () => {
    const folder = newFolder();
    const env = { npm_command: 'exec' };
    const { stdout } = await runCli(['new', 'greeter', '--yes'], { cwd: folder, env });
    expect(stdout).toMatch(/Greeter.* greeter.* hello-python\n/);
    expect(stdout).toContain('npx metarun run greeter');
  });
});

describe('what an editor is given', () => {
  it('the types of a new script resolve with nothing installed', async () => {
    const folder = newFolder();
    const { folder: made } = await newProject(folder, ['x', '-t', 'csv-report-typescript']);
    const errorsNow = (): string[] => listTypeErrors(made);
    expect(errorsNow()).toEqual([]);
    const script = join(made, 'workflow.ts');
    const text = readFileSync(script, 'utf8');
    writeFileSync(script, text.replace("reporter.setPhase('Reading')", 'reporter.setPhases(1)'));
    expect(errorsNow()).toEqual([expect.stringContaining("'setPhases'")]);
  });

  it('AGENTS.md lists exactly the methods of the reporter in both languages', () => {
    const text = readFileSync(join(ROOT, 'templates/project/AGENTS.md'), 'utf8');
    const listed = { python: new Set<string>(), typescript: new Set<string>() };
    for (const row of text.split('\n').filter((line) => line.startsWith('| `'))) {
      const [, python = '', typescript = ''] = row.split('|');
      for (const [, name = ''] of python.matchAll(/`([a-z_.]+)\(/g)) listed.python.add(name);
      for (const [, name = ''] of typescript.matchAll(/`([A-Za-z.]+)\(/g))
        listed.typescript.add(name);
    }
    expect([...listed.python].sort()).toEqual(membersOfStub());
    expect([...listed.typescript].sort()).toEqual(membersOfTypes());
  });

  it('docs/scripts.md names each method of the reporter in both languages', () => {
    const page = readPage('docs/scripts.md');
    const methods = [...membersOfStub(), ...membersOfTypes()];
    expect(methods.filter((method) => !page.includes(`reporter.${method}(`))).toEqual([]);
  });
});

/** Returns the compiler's errors for a project with its tsconfig.json. */
function listTypeErrors(folder: string): string[] {
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), (path) =>
    readFileSync(path, 'utf8'),
  ) as { config: unknown };
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  // Test files need the types of Node, which require `npm install`.
  const scripts = fileNames.filter((name) => !name.endsWith('.test.ts'));
  const program = ts.createProgram(scripts, options);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

/** Returns the methods of `Reporter` and of its members: `setPhase`, `files.read` …. */
function membersOfTypes(): string[] {
  const path = join(ROOT, 'runtimes/typescript/types/workflow.d.ts');
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  const interfaces = source.statements.filter(ts.isInterfaceDeclaration);
  return allMethods((type) => {
    const members = [...(interfaces.find(({ name }) => name.text === type)?.members ?? [])];
    return {
      methods: members.filter(ts.isMethodSignature).map(({ name }) => name.getText(source)),
      parts: members
        .filter(ts.isPropertySignature)
        .map(({ name, type: of }) => [name.getText(source), of?.getText(source) ?? '']),
    };
  });
}

function membersOfStub(): string[] {
  const text = readFileSync(join(ROOT, 'runtimes/python/metarun/__init__.pyi'), 'utf8');
  const classes = new Map(
    [...text.matchAll(/^class (\w+)[^\n]*\n((?: {4}.*\n|\n)*)/gm)].map(([, name, body]) => [
      name,
      body ?? '',
    ]),
  );
  return allMethods((type) => {
    const body = classes.get(type) ?? '';
    const parts = [...body.matchAll(/^ {4}([a-z]+): (\w+)$/gm)];
    return {
      methods: [...body.matchAll(/^ {4}def ([a-z]\w*)/gm)].map(([, name]) => name ?? ''),
      // `task` has properties alone, and `aio` repeats methods of the reporter.
      parts: parts
        .map(([, name = '', of = '']): [string, string] => [name, of])
        .filter(([name]) => !['task', 'aio'].includes(name)),
    };
  });
}

interface Members {
  methods: string[];
  /** Names of the other members, each with its type. */
  parts: [name: string, type: string][];
}

function allMethods(of: (type: string) => Members): string[] {
  const { methods, parts } = of('Reporter');
  const ofParts = parts.flatMap(([part, type]) =>
    of(type).methods.map((method) => `${part}.${method}`),
  );
  expect(ofParts.length).toBeGreaterThan(15);
  return [...new Set([...methods, ...ofParts])].sort();
}
