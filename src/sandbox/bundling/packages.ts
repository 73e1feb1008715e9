import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';
import { guestDir } from '../../base/config/paths.js';
import { findPackageName } from './bundle-inputs.js';

/** Packages whose browser build needs a page; their Node build is used instead. */
const NODE_BUILDS = ['form-data', 'turndown'];
/** Packages that do the work of an isolate's globals through a network that the isolate does not have. */
const REPLACED = ['node-fetch', 'undici'];
const BY_HAND = 'by-hand';

/** Resolves packages to their Node builds, together with the imports within them. */
export function nodeBuilds(): Plugin {
  return {
    name: 'node-builds',
    setup(setup) {
      setup.onResolve({ filter: /^[^.]|^\./ }, ({ path, importer, namespace }) => {
        if (namespace !== 'file' || importer === '') return undefined;
        const isTaken = NODE_BUILDS.some(
          (name) => path === name || findPackageName(importer) === name,
        );
        if (!isTaken) return undefined;
        try {
          const found = createRequire(importer).resolve(path);
          return found.startsWith('/') ? { path: found } : undefined;
        } catch {
          return undefined;
        }
      });
    },
  };
}

/** Replaces packages that send requests through Node's network with globals of the isolate. */
export function replacedPackages(): Plugin {
  const namespace = 'replaced';
  const folder = join(guestDir('typescript'), 'node', 'shared', 'packages');
  return {
    name: namespace,
    setup(setup) {
      const filter = new RegExp(`^(${REPLACED.join('|')})$`);
      setup.onResolve({ filter }, async ({ path, importer, resolveDir, kind, pluginData }) => {
        if (pluginData === BY_HAND) return undefined;
        const options = { importer, resolveDir, kind, pluginData: BY_HAND };
        // Packages that are not installed are reported as missing.
        const own = await setup.resolve(path, options);
        return own.errors.length === 0 ? { path, namespace, sideEffects: false } : undefined;
      });
      setup.onLoad({ filter: /.*/, namespace }, async ({ path }) => ({
        contents: await readFile(join(folder, `${path}.js`), 'utf8'),
      }));
    },
  };
}

/** Makes missing optional packages throw when they are loaded. */
export function optionalPackages(names: ReadonlySet<string>): Plugin {
  const namespace = 'missing';
  return {
    name: namespace,
    setup(setup) {
      setup.onResolve({ filter: /^[@\w]/ }, ({ path, importer }) =>
        names.has(path) && findPackageName(importer) !== null ? { path, namespace } : undefined,
      );
      setup.onLoad({ filter: /.*/, namespace }, ({ path }) => {
        const text = `The package of "${path}" is not installed: run \`npm install\` for it, and deploy again`;
        return {
          contents: `throw Object.assign(new Error(${JSON.stringify(text)}), { code: 'MODULE_NOT_FOUND' });`,
        };
      });
    },
  };
}

/** Returns whether the package of `file`, an absolute path, declares another package as optional. */
export function isOptional(file: string, specifier: string): boolean {
  const [scope = '', name = ''] = specifier.split('/');
  const wanted = scope.startsWith('@') ? `${scope}/${name}` : scope;
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (!existsSync(manifest)) continue;
    const { name: own, ...fields } = JSON.parse(readFileSync(manifest, 'utf8')) as {
      name?: string;
      peerDependenciesMeta?: Record<string, { optional?: boolean }>;
      optionalDependencies?: Record<string, string>;
    };
    // Folders within a package may contain a package.json that only sets the module format.
    if (own === undefined) continue;
    const { peerDependenciesMeta = {}, optionalDependencies = {} } = fields;
    return peerDependenciesMeta[wanted]?.optional === true || wanted in optionalDependencies;
  }
  return false;
}
