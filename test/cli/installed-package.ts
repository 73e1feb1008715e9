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

/** Packs what is published of the product into a folder; returns the archives. */
export function packInto(folder: string): { full: string; thin: string } {
  const args = ['scripts/pack.mjs', folder];
  const [full = '', thin = ''] = execFileSync(process.execPath, args, { encoding: 'utf8' })
    .trim()
    .split('\n');
  return { full: join(folder, full), thin: join(folder, thin) };
}

/** Returns the files that an archive has, without the folder around them. */
export function filesIn(archive: string): string[] {
  const listed = execFileSync('tar', ['tzf', archive], { encoding: 'utf8' }).trim().split('\n');
  return listed.map((file) => file.replace(/^package\//, '')).sort();
}

/**
 * Installs an archive in `folder`, beside links to those packages of this repository that npm installs with it, as pnpm
 * does. Returns the command.
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

/** Returns the packages that are installed with one on this platform, those that they need included. */
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

/** Returns what a folder takes on disk, in MB, what it has links to included. */
export function measureMegabytes(folder: string): number {
  return Number.parseInt(execFileSync('du', ['-smL', folder], { encoding: 'utf8' }), 10);
}

/** Writes `hello.ts` into a folder, a script that greets `name`, and `greet.ts`, which it imports. */
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

/** Runs a program to its end, in a folder, with these folders as PATH. */
export function runIn(
  cwd: string,
  program: string,
  args: readonly string[],
  path: string,
): { stdout: string; stderr: string; status: number | null } {
  const { HOME = '' } = process.env;
  return spawnSync(program, args, { cwd, env: { PATH: path, HOME }, encoding: 'utf8' });
}
