import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { isAbsolute, join, relative } from 'node:path';
import type { OnLoadArgs, OnLoadResult, OnResolveArgs, OnResolveResult, Plugin } from 'esbuild';
import { guestDir } from '../../base/config/paths.js';
import { importId, stubCode } from './node-stubs.js';

const NAMESPACE = 'node';
/** Replacements for Node globals, by name. */
const GLOBALS: Record<string, string> = {
  process: `import process from '/process.js'; export { process };`,
  Buffer: `import buffer from '/buffer.js'; export const { Buffer } = buffer;`,
};
const FOLDER = 'globals/';
const INJECTED = `${NAMESPACE}:${FOLDER}`;

/** Returns the Node globals that a bundle names, as files for esbuild's `inject`. */
export function globalsNamedIn(script: string): string[] {
  return Object.keys(GLOBALS)
    .filter((name) => new RegExp(`\\b${name}\\b`).test(script))
    .map((name) => INJECTED + name);
}

/** Path prefix of the stand-ins for Node modules that need a machine. */
const STUBS = 'stubs/';
/** Path of the empty module that replaces a module disabled by a package. */
const NOTHING = 'nothing';

/**
 * Resolves Node modules that need no machine to files of `runtimes/typescript/node`, and other Node modules to
 * stand-ins if `stubbed` contains the import. Everything else is left to esbuild, which fails to find it, reports each
 * import, and skips imports within a `try`.
 */
export function nodeBuiltIns(root: string, stubbed: ReadonlySet<string>): Plugin {
  const folder = join(guestDir('typescript'), 'node');
  return {
    name: 'node-built-ins',
    setup(build) {
      build.onResolve({ filter: /.*/, namespace: NAMESPACE }, ({ path, importer }) => ({
        path: new URL(path, `file:///${importer}`).pathname.slice(1),
        namespace: NAMESPACE,
        sideEffects: false,
      }));
      build.onResolve({ filter: /^[\w:/]+$/ }, (args) => resolve(args));
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, (args) => load(args));

      async function resolve(args: OnResolveArgs): Promise<OnResolveResult | undefined> {
        if (args.path.startsWith(INJECTED))
          return {
            path: args.path.slice(NAMESPACE.length + 1),
            namespace: NAMESPACE,
            sideEffects: false,
          };
        if (!isBuiltin(args.path) || args.pluginData === NAMESPACE) return undefined;
        const name = args.path.replace(/^node:/, '');
        const isStubbed = stubbed.has(importId(relative(root, args.importer), args.path));
        if (!isStubbed && !existsSync(join(folder, `${name}.js`))) return undefined;
        if (name === args.path) {
          // An installed package of that name or the "browser" field of a package.json takes precedence.
          const { path, importer, resolveDir, kind } = args;
          const own = await build.resolve(path, {
            importer,
            resolveDir,
            kind,
            pluginData: NAMESPACE,
          });
          // The "browser" field disables the module: esbuild returns no path.
          if (own.errors.length === 0 && !isAbsolute(own.path))
            return { path: NOTHING, namespace: NAMESPACE, sideEffects: false };
          if (own.errors.length === 0) return own;
        }
        if (isStubbed) return { path: STUBS + name, namespace: NAMESPACE, sideEffects: false };
        return { path: name, namespace: NAMESPACE, sideEffects: false };
      }
    },
  };

  async function load({ path }: OnLoadArgs): Promise<OnLoadResult> {
    if (path.startsWith(FOLDER)) return { contents: GLOBALS[path.slice(FOLDER.length)] ?? '' };
    if (path === NOTHING) return { contents: 'module.exports = {};' };
    if (path.startsWith(STUBS)) return { contents: stubCode(path.slice(STUBS.length)) };
    if (path.endsWith('.js')) return { contents: await readFile(join(folder, path), 'utf8') };
    // As in Node, `require` returns the default export.
    return { contents: `module.exports = require('/${path}.js').default;` };
  }
}
