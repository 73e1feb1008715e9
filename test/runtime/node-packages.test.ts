/** npm packages that are installed for a script on Node, from a registry on this machine. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { create } from 'tar';
import { bundle } from '../../src/sandbox/bundling/bundle.js';
import type { Program, RunOutcome } from '../../src/sandbox/runtime/runtime.js';
import type { LockedPackage } from '../../src/sandbox/runtime/protocol.js';
import type { TypeScriptRuntime } from '../../src/sandbox/runtime/typescript/typescript.runtime.js';
import { authorProject, npmPackage } from '../support/author-project.js';
import { removeFolders } from '../support/folders.js';
import { NpmRegistry } from '../support/npm-registry.js';
import { RecordingHost } from '../support/recording-host.js';
import { makeTypeScriptRuntime } from '../support/runtimes.js';
import { runSpec } from '../support/typescript-runs.js';
import { until } from '../support/until.js';

const DEAD = 'http://ada:s%2Fecret@127.0.0.1:9/';
const folders: string[] = [];
const runtimes: TypeScriptRuntime[] = [];
let registry: NpmRegistry;
let folder: string;
let shared: TypeScriptRuntime;

beforeAll(async () => {
  registry = await new NpmRegistry().start();
  folder = newFolder();
  shared = runtimeWith({ folder });
});
afterAll(async () => {
  await Promise.all(runtimes.map((runtime) => runtime.close()));
  await registry.stop();
  for (const each of folders) rmSync(each, { recursive: true, force: true });
  removeFolders();
});

function newFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'metarun-node-packages-'));
  folders.push(made);
  return made;
}

function runtimeWith(packages: object): TypeScriptRuntime {
  const made = makeTypeScriptRuntime(() => undefined, undefined, {
    registry: registry.url,
    ...packages,
  });
  runtimes.push(made);
  return made;
}

/** Returns a script as bundled with these packages. */
function scriptWith(packages: Record<string, LockedPackage>, body: string): string {
  return `// metarun bundle ${JSON.stringify({ packages })}
const load = globalThis[Symbol.for('metarun.packages')];
export default async function run(params) { ${body} }
`;
}

async function requireProgram(
  source: string,
  engine: 'node' | 'isolate' = 'node',
): Promise<Program> {
  const checked = await shared.check(source, 'p', { engine });
  if (!checked.ok) throw new Error(checked.diagnostics[0].message);
  return checked.program;
}

async function runSource(
  source: string,
  runtime = shared,
  host = new RecordingHost(),
): Promise<RunOutcome> {
  return runtime.start(runSpec(await requireProgram(source), { engine: 'node' }), host).outcome;
}

/** Returns the names in the folder of environments that do not belong to a complete one. */
function halves(of = folder): string[] {
  return readdirSync(of).filter((name) => !/^[0-9a-f]{64}$/.test(name));
}

describe('a package that cannot be part of a bundle', () => {
  it('an installed package runs with its data files, late requires and native code', async () => {
    const sqlite = dirname(createRequire(import.meta.url).resolve('better-sqlite3/package.json'));
    const native = `prebuilds/${readdirSync(join(sqlite, 'prebuilds')).find((name) => name === `${process.platform}-${process.arch}.node`)}`;
    const lib = readdirSync(join(sqlite, 'lib'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .map((name) => `lib/${name}`);
    const files = Object.fromEntries(
      [...lib, native].map((path) => [path, readFileSync(join(sqlite, path))]),
    );
    const database = registry.add({
      name: 'better-sqlite3',
      version: '13.2.0',
      manifest: { main: 'lib/index.js' },
      files,
    });
    const inner = registry.add({
      name: '@acme/words',
      files: { 'index.js': `module.exports = { word: 'inner' };` },
    });
    const outer = registry.add({
      name: 'late',
      manifest: { dependencies: { '@acme/words': '1' }, scripts: { install: 'touch scripts-ran' } },
      files: {
        'index.js': `const fs = require('node:fs'), path = require('node:path');
exports.read = (name) => fs.readFileSync(path.join(__dirname, 'data', name), 'utf8');
exports.plugin = (name) => require('./plugins/' + name).name + require('@acme/words').word;
exports.scriptsRan = () => fs.existsSync(path.join(__dirname, 'scripts-ran'));`,
        'data/a.txt': 'from a file',
        'plugins/one.js': `exports.name = 'plugin one, ';`,
        'scripts-that-npm-would-run.js': '',
      },
    });
    const project = authorProject({
      'package.json': { name: 'own', metarun: { install: ['late', 'better-sqlite3'] } },
      'package-lock.json': {
        lockfileVersion: 3,
        packages: {
          '': { name: 'own' },
          'node_modules/late': {
            ...outer,
            resolved: `${registry.url}late.tgz`,
            dependencies: { '@acme/words': '1' },
            optionalDependencies: { 'late-for-others': '1' },
          },
          'node_modules/late/node_modules/@acme/words': inner,
          'node_modules/late-for-others': { ...inner, optional: true, os: ['none'] },
          'node_modules/better-sqlite3': database,
          'node_modules/unused': { version: '1.0.0', resolved: 'git+ssh://h/x' },
        },
      },
      'src/main.ts': `import Database from 'better-sqlite3'; import { read, plugin, scriptsRan } from 'late';
export default function run() {
  const rows = new Database(':memory:').prepare('SELECT 40 + 2 AS answer').all();
  return [rows, read('a.txt'), plugin('one'), scriptsRan()];
}`,
      ...npmPackage('late', {}, { 'index.js': '' }),
      ...npmPackage('better-sqlite3', {}, { 'index.js': '' }),
    });
    const { script } = await bundle(join(project, 'src/main.ts'), { engine: 'node' });
    const program = await requireProgram(script);
    expect(Object.keys(JSON.parse(program.lock ?? '{}') as object)).toEqual([
      'node_modules/better-sqlite3',
      'node_modules/late',
      'node_modules/late-for-others',
      'node_modules/late/node_modules/@acme/words',
    ]);
    const host = new RecordingHost();
    const expected = [[{ answer: 42 }], 'from a file', 'plugin one, inner', false];
    const spec = runSpec(program, { engine: 'node' });
    const both = await Promise.all([
      shared.start(spec, host).outcome,
      shared.start(spec, new RecordingHost()).outcome,
    ]);
    for (const outcome of both) expect(outcome).toEqual({ kind: 'success', result: expected });
    expect(host.events.filter((event) => event.startsWith('phase:'))).toEqual([
      'phase:Installing dependencies',
      'phase:Running',
    ]);
    const { length } = registry.asked;
    const later = new RecordingHost();
    expect(await shared.start(spec, later).outcome).toMatchObject({ result: expected });
    expect([registry.asked.length, later.events]).toEqual([length, []]);
    expect(length).toBe(new Set(registry.asked).size);
    expect(halves()).toEqual([]);
  });

  it('an isolate accepts no installed packages, and an invalid lock is rejected', async () => {
    const one = { version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==` };
    const refused = (packages: object, engine?: 'isolate'): Promise<unknown> =>
      requireProgram(
        scriptWith(packages as Record<string, LockedPackage>, 'return 1'),
        engine,
      ).catch((error: Error) => error.message);
    expect(await refused({ 'node_modules/a': one }, 'isolate')).toMatch(/`runtime` to "node"/);
    for (const place of [
      'a',
      '/node_modules/a',
      'node_modules/../../etc',
      'node_modules/a/b/../../c',
    ])
      expect(await refused({ [place]: one })).toMatch(/is not a folder of a package/);
    expect(await refused({ 'node_modules/a': { ...one, version: '^1' } })).toMatch(
      /no exact version/,
    );
    expect(await refused({ 'node_modules/a': { ...one, integrity: 'sha1-x' } })).toMatch(/SHA-512/);
    expect(await refused({ 'node_modules/a': { ...one, name: '../b' } })).toMatch(
      /an invalid name/,
    );
  });
});

describe('an archive', () => {
  it('an archive writes nothing outside its folder and no links', async () => {
    const folderOf = newFolder();
    mkdirSync(join(folderOf, 'package', 'in'), { recursive: true });
    const file = join(folderOf, 'evil.tgz');
    create(
      {
        cwd: join(folderOf, 'package'),
        gzip: true,
        sync: true,
        file,
        prefix: 'package/../../../..',
      },
      ['in'],
    );
    const evil = registry.put('evil', '1.0.0', readFileSync(file));
    const links = registry.add({
      name: 'links',
      files: { 'index.js': `module.exports = require('node:fs').readdirSync(__dirname).sort();` },
      links: { passwd: '/etc/passwd' },
    });
    expect(
      await runSource(scriptWith({ 'node_modules/links': links }, `return load('links')`)),
    ).toEqual({ kind: 'success', result: ['index.js', 'package.json'] });
    expect(
      await runSource(scriptWith({ 'node_modules/evil': evil }, `return load('evil')`)),
    ).toMatchObject({ kind: 'failed' });
    expect(halves()).toEqual([]);
  });

  it('a run sees only the packages of its lock and cannot change them', async () => {
    const mine = registry.add({ name: 'mine', files: { 'index.js': `module.exports = 'mine';` } });
    const theirs = registry.add({
      name: 'theirs',
      files: { 'index.js': `module.exports = 'theirs';` },
    });
    const look = (name: string): string =>
      `const fs = process.getBuiltinModule('fs');
       const failed = (work) => { try { work(); return null; } catch (error) { return error.code; } };
       return [load('${name}'), fs.readdirSync('/packages/node_modules'), failed(() => fs.writeFileSync('/packages/node_modules/${name}/index.js', '')),
         failed(() => fs.mkdirSync('/packages/node_modules/x')), failed(() => fs.readdirSync(${JSON.stringify(folder)}))];`;
    for (const [name, one] of [
      ['mine', mine],
      ['theirs', theirs],
    ] as const)
      expect(await runSource(scriptWith({ [`node_modules/${name}`]: one }, look(name)))).toEqual({
        kind: 'success',
        result: [name, [name], 'EROFS', 'EROFS', 'ENOENT'],
      });
  });
});

describe('what cannot be installed', () => {
  const one = { version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==` };
  const failing = (
    packages: Record<string, LockedPackage>,
    runtime = shared,
  ): Promise<RunOutcome> => runSource(scriptWith(packages, `return load('x')`), runtime);
  const failed = (message: RegExp): object => ({
    kind: 'failed',
    code: 'dependency_error',
    message: expect.stringMatching(message),
  });

  it('a failed installation reports its reason without credentials and leaves nothing behind', async () => {
    const offline = runtimeWith({ folder: newFolder(), registry: DEAD });
    expect(await failing({ 'node_modules/x': one }, offline)).toEqual({
      ...failed(/^The registry does not give x 1\.0\.0: (bad port|ECONNREFUSED)\.$/),
      stack: null,
    });
    expect(await failing({ 'node_modules/x': one })).toMatchObject(
      failed(/^The registry has no x 1\.0\.0\.$/),
    );
    registry.add({ name: 'x', files: { 'index.js': 'module.exports = 1;' } });
    expect(await failing({ 'node_modules/x': one })).toMatchObject(
      failed(/another x 1\.0\.0 than was locked/),
    );
    const other = { ...one, os: ['none'] };
    expect(await failing({ 'node_modules/x': other })).toMatchObject(failed(/for another machine/));
    const zeros = registry.add({ name: 'zeros', files: { a: randomBytes(3 * 1024 * 1024) } });
    const small = runtimeWith({ folder: newFolder(), maxBytes: 1024 * 1024 });
    expect(await failing({ 'node_modules/zeros': zeros }, small)).toMatchObject(
      failed(/more than 1048576 bytes/),
    );
    expect(halves()).toEqual([]);
  });

  it('a cancelled run ends its installation, and leftovers of a killed server are removed', async () => {
    const left = newFolder();
    mkdirSync(join(left, 'build-left', 'work'), { recursive: true });
    const runtime = runtimeWith({ folder: left });
    const slow = registry.add({ name: 'slow', files: { 'index.js': 'module.exports = 1;' } });
    const { promise, resolve } = Promise.withResolvers<void>();
    registry.gate = promise;
    const program = await requireProgram(
      scriptWith({ 'node_modules/slow': slow }, `return load('slow')`),
    );
    const spec = runSpec(program, { engine: 'node' });
    const host = new RecordingHost();
    const run = runtime.start(spec, host);
    await until('the archive is asked for', () =>
      registry.asked.some((path) => path.includes('slow')),
    );
    host.stop.request('cancelled', 0);
    expect(await run.outcome).toMatchObject({ code: 'cancelled' });
    await until('nothing is left', () => readdirSync(left).length === 0);
    resolve();
    expect(await runtime.start(spec, new RecordingHost()).outcome).toMatchObject({ result: 1 });
  });
});
