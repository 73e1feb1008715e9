import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'esbuild';
import { isJsonObject, type Json, type JsonObject, objectOrNull } from '../../base/kernel/json.js';
import type { PackageLock } from '../runtime/protocol.js';
import { BundleError, fileDiagnostic } from './bundle-error.js';

/** Packages that the server installs for a script on Node, beside it. */
export interface InstalledPackages {
  /** Those that the author names. */
  names: readonly string[];
  /** With all that they need. */
  lock: PackageLock;
}

const NAMESPACE = 'installed';
const LOCK = 'package-lock.json';
const FOLDER = 'node_modules/';
/** The fields of an entry of npm's lock that say which machines a package is for. */
const MACHINE = ['os', 'cpu', 'libc'] as const;

/**
 * Returns the packages that the author's `package.json` has the server install, `"metarun": { "install": ["sharp"] }`, with the
 * versions and hashes that npm has locked; null where it names none. `root`: the folder with the `package.json`. Throws
 * BundleError.
 */
export async function installedPackages(root: string): Promise<InstalledPackages | null> {
  const manifest = await readJson(join(root, 'package.json'));
  const own = objectOrNull(manifest?.['metarun']);
  const names = own?.['install'];
  if (names === undefined) return null;
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string'))
    throw refusal('"metarun.install" is to be a list of names of packages', 'package.json');
  if (names.length === 0) return null;
  const { packages, from } = await lockOf(root);
  const lock: PackageLock = {};
  const todo = names.map((name) => ({ name, from, by: '', needed: true }));
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const found = placeOf(packages, next.name, next.from);
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

/** Has imports of packages that the server installs stay, as calls of the `require` that a run has for them. */
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

/** Returns npm's lock for a folder, and the path of the folder within, with a slash at its end; of a workspace, that above has it. */
async function lockOf(root: string): Promise<{ packages: JsonObject; from: string }> {
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

/** Returns the key of a package as what is at `from` finds it: beside it, or in a folder above. */
function placeOf(packages: JsonObject, name: string, from: string): string | null {
  for (let at = from; ;) {
    const place = `${at}${FOLDER}${name}`;
    if (isJsonObject(packages[place])) return place;
    if (at === '') return null;
    const above = at.lastIndexOf(FOLDER);
    // Of a workspace, every folder above may have one.
    at = above >= 0 ? at.slice(0, above) : at.replace(/[^/]+\/$/, '');
  }
}

/** Returns where a package is in a run, whose script stands at the top. */
function placeInRun(place: string, from: string): string {
  return place.startsWith(from) ? place.slice(from.length) : place.slice(place.indexOf(FOLDER));
}

function locked(place: string, entry: JsonObject): PackageLock[string] {
  const { name, version, integrity, resolved, optional } = entry;
  // npm may leave out, by its settings, where packages of the registry are.
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
    throw refusal('is no JSON', relative(dirname(path), path));
  }
}

function refusal(message: string, file: string): BundleError {
  return new BundleError([fileDiagnostic(message, file)]);
}
