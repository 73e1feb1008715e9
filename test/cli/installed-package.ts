import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Packs the published packages into a folder and returns the archives. */
export function packInto(folder: string): { full: string; thin: string } {
  const args = ['scripts/pack.mjs', folder];
  const [full = '', thin = ''] = execFileSync(process.execPath, args, { encoding: 'utf8' })
    .trim()
    .split('\n');
  return { full: join(folder, full), thin: join(folder, thin) };
}

/** Returns the files of an archive, without their common folder. */
export function filesIn(archive: string): string[] {
  const listed = execFileSync('tar', ['tzf', archive], { encoding: 'utf8' }).trim().split('\n');
  return listed.map((file) => file.replace(/^package\//, '')).sort();
}

/**
 * Installs an archive in `folder` like pnpm, with links to the packages of this repository that npm would install.
 * Returns the path of the command.
 */
export function installIn(folder: string, archive: string): string {
  const packages = join(folder, 'node_modules');
  const unpacked = join(packages, 'package');
  mkdirSync(packages, { recursive: true });
  execFileSync('tar', ['xzf', archive, '-C', packages]);
  const manifest = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as Manifest;
  const own = join(packages, manifest.name);
  mkdirSync(dirname(own), { recursive: true });
  renameSync(unpacked, own);
  for (const name of neededBy(manifest)) {
    mkdirSync(dirname(join(packages, name)), { recursive: true });
    symlinkSync(resolve('node_modules', name), join(packages, name));
  }
  mkdirSync(join(packages, '.bin'));
  symlinkSync(join(own, 'bin/metarun'), join(packages, '.bin/metarun'));
  return join(packages, '.bin/metarun');
}

/** Returns the direct and indirect dependencies of a package on this platform. */
function neededBy(manifest: Manifest, known = new Set<string>()): Set<string> {
  const { dependencies, optionalDependencies } = manifest;
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const file = join('node_modules', name, 'package.json');
    if (known.has(name) || !existsSync(file)) continue;
    known.add(name);
    neededBy(JSON.parse(readFileSync(file, 'utf8')) as Manifest, known);
  }
  return known;
}

/** Returns the disk space of a folder in MB, including the targets of links. */
export function measureMegabytes(folder: string): number {
  return Number.parseInt(execFileSync('du', ['-smL', folder], { encoding: 'utf8' }), 10);
}

/** Writes `hello.ts`, a script that greets `name`, and `greet.ts`, which it imports, into a folder. */
export function writeHello(folder: string): void {
  writeFileSync(
    join(folder, 'hello.ts'),
    `import { greet } from './greet.ts';
export default ({ name }: { name: string }): string => greet(name);
`,
  );
  writeFileSync(
    join(folder, 'greet.ts'),
    'export const greet = (name: string): string => `Hello ${name}`;\n',
  );
}

/** Runs a program to its end in a folder with this PATH. */
export function runIn(
  cwd: string,
  program: string,
  args: readonly string[],
  path: string,
): { stdout: string; stderr: string; status: number | null } {
  const { HOME = '' } = process.env;
  return spawnSync(program, args, { cwd, env: { PATH: path, HOME }, encoding: 'utf8' });
}
