import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'esbuild';
import { isJsonObject, type Json, type JsonObject, objectOrNull } from '../../base/kernel/json.js';
import type { PackageLock } from '../runtime/protocol.js';
import { BundleError, fileDiagnostic } from './bundle-error.js';

/** Packages that the server installs next to a script on Node. */
export interface InstalledPackages {
  /** Packages that the author names. */
  names: readonly string[];
  /** The named packages with all their dependencies. */
  lock: PackageLock;
}

const NAMESPACE = 'installed';
const LOCK = 'package-lock.json';
const FOLDER = 'node_modules/';
/** Fields of an npm lock entry that restrict the machines a package is for. */
const MACHINE = ['os', 'cpu', 'libc'] as const;

/**
 * Returns the packages that the author's `package.json` asks the server to install, as in `"metarun": { "install":
 * ["sharp"] }`, with the versions and hashes that npm has locked; null if it names no package. `root` is the folder of
 * the `package.json`. Throws BundleError.
 */
export async function installedPackages(root: string): Promise<InstalledPackages | null> {
  const manifest = await readJson(join(root, 'package.json'));
  const own = objectOrNull(manifest?.['metarun']);
  const names = own?.['install'];
  if (names === undefined) return null;
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string'))
    throw refusal('"metarun.install" is to be a list of names of packages', 'package.json');
  if (names.length === 0) return null;
  const { packages, from } = await findLock(root);
  const lock: PackageLock = {};
  const todo = names.map((name) => ({ name, from, by: '', needed: true }));
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const found = resolvePackageKey(packages, next.name, next.from);
    if (found === null) {
      if (!next.needed) continue;
      const why = next.by === '' ? '' : `, which ${next.by} needs`;
      throw refusal(
        `"${next.name}"${why} is not in ${LOCK}: run \`npm install ${next.name}\``,
        'package.json',
      );
    }
    const place = placeInRun(found, from);
    const entry = packages[found];
    if (!isJsonObject(entry) || place in lock) continue;
    lock[place] = locked(found, entry);
    for (const [field, needed] of [
      ['dependencies', true],
      ['optionalDependencies', false],
      ['peerDependencies', false],
    ] as const)
      for (const name of Object.keys(objectOrNull(entry[field]) ?? {}))
        todo.push({ name, from: `${found}/`, by: next.name, needed });
  }
  return { names, lock };
}

/** Turns imports of packages that the server installs into calls of the `require` that a run has for them. */
export function requireInstalled(names: readonly string[]): Plugin {
  return {
    name: NAMESPACE,
    setup(setup) {
      setup.onResolve({ filter: /^[@\w]/ }, ({ path }) =>
        names.some((name) => path === name || path.startsWith(`${name}/`))
          ? { path, namespace: NAMESPACE }
          : undefined,
      );
      setup.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
        contents: `module.exports = globalThis[Symbol.for('metarun.packages')](${JSON.stringify(path)});`,
      }));
    },
  };
}

/**
 * Finds npm's lock in a folder or, for a workspace, above it. Returns the lock's packages and the folder's path
 * relative to the lock, with a trailing slash.
 */
async function findLock(root: string): Promise<{ packages: JsonObject; from: string }> {
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, LOCK))) {
      const packages = objectOrNull((await readJson(join(folder, LOCK)))?.['packages']);
      if (packages === null)
        throw refusal(
          `has no "packages": write it again with \`npm install\` of npm 7 or later`,
          LOCK,
        );
      const path = relative(folder, root);
      return { packages, from: path === '' ? '' : `${path}/` };
    }
    if (folder === dirname(folder))
      throw refusal(
        `"metarun.install" needs ${LOCK}, which has the versions and hashes of packages: run \`npm install\``,
        'package.json',
      );
  }
}

/**
 * Resolves a package as the code in folder `from` would: in its node_modules or in those of the folders above. Returns
 * its key in the lock.
 */
function resolvePackageKey(packages: JsonObject, name: string, from: string): string | null {
  for (let at = from; ;) {
    const place = `${at}${FOLDER}${name}`;
    if (isJsonObject(packages[place])) return place;
    if (at === '') return null;
    const above = at.lastIndexOf(FOLDER);
    // In a workspace, every folder above may have a node_modules.
    at = above >= 0 ? at.slice(0, above) : at.replace(/[^/]+\/$/, '');
  }
}

/** Returns the path of a package in a run, where the script is in the top folder. */
function placeInRun(place: string, from: string): string {
  return place.startsWith(from) ? place.slice(from.length) : place.slice(place.indexOf(FOLDER));
}

function locked(place: string, entry: JsonObject): PackageLock[string] {
  const { name, version, integrity, resolved, optional } = entry;
  // Depending on its settings, npm omits the URLs of packages from the registry.
  const from = typeof resolved === 'string' ? resolved : 'https:';
  if (entry['link'] === true || !/^https?:/.test(from) || typeof version !== 'string')
    throw refusal(
      `${place} comes from no registry: the server installs packages of a registry alone; leave it out of "metarun.install", so that it becomes part of the bundle`,
      LOCK,
    );
  if (typeof integrity !== 'string' || !integrity.startsWith('sha512-'))
    throw refusal(`${place} has no hash with SHA-512: run \`npm install\` with a newer npm`, LOCK);
  const machine = MACHINE.flatMap((field) =>
    Array.isArray(entry[field]) ? [[field, entry[field]]] : [],
  );
  return {
    ...(typeof name === 'string' ? { name } : {}),
    version,
    integrity: integrity.split(' ')[0] ?? '',
    ...(optional === true ? { optional } : {}),
    ...Object.fromEntries(machine),
  };
}

async function readJson(path: string): Promise<JsonObject | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return objectOrNull(JSON.parse(text) as Json);
  } catch {
    throw refusal('is not JSON', relative(dirname(path), path));
  }
}

function refusal(message: string, file: string): BundleError {
  return new BundleError([fileDiagnostic(message, file)]);
}
