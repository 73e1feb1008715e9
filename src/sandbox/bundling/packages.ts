import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';
import { guestDir } from '../../base/config/paths.js';
import { packageOf } from './bundle-inputs.js';

/** Packages whose build for browsers needs a page: they are taken as in Node. */
const NODE_BUILDS = ['form-data', 'turndown'];
/** Packages that do what globals of an isolate do, by a network that it does not have. */
const REPLACED = ['node-fetch', 'undici'];
const BY_HAND = 'by-hand';

/** Resolves what is imported by, or from, packages that are taken as in Node. */
export function nodeBuilds(): Plugin {
  return {
    name: 'node-builds',
    setup(setup) {
      setup.onResolve({ filter: /^[^.]|^\./ }, ({ path, importer, namespace }) => {
        if (namespace !== 'file' || importer === '') return undefined;
        const isTaken = NODE_BUILDS.some((name) => path === name || packageOf(importer) === name);
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

/** Puts globals of the isolate in the place of packages that make requests by Node's network. */
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
        // What is not installed is reported as such.
        const own = await setup.resolve(path, options);
        return own.errors.length === 0 ? { path, namespace, sideEffects: false } : undefined;
      });
      setup.onLoad({ filter: /.*/, namespace }, async ({ path }) => ({
        contents: await readFile(join(folder, `${path}.js`), 'utf8'),
      }));
    },
  };
}

/** Makes packages that need not be installed fail where they are loaded. */
export function optionalPackages(names: ReadonlySet<string>): Plugin {
  const namespace = 'missing';
  return {
    name: namespace,
    setup(setup) {
      setup.onResolve({ filter: /^[@\w]/ }, ({ path, importer }) =>
        names.has(path) && packageOf(importer) !== null ? { path, namespace } : undefined,
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

/** Returns whether the package of `file`, an absolute path, says that another one need not be installed. */
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
    // Folders within a package may have one that says only how its files are to be read.
    if (own === undefined) continue;
    const { peerDependenciesMeta = {}, optionalDependencies = {} } = fields;
    return peerDependenciesMeta[wanted]?.optional === true || wanted in optionalDependencies;
  }
  return false;
}
