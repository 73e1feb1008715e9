import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import type { OnLoadArgs, OnLoadResult, OnResolveArgs, OnResolveResult, Plugin } from 'esbuild';
import { guestDir } from '../config/paths.js';

const NAMESPACE = 'node';
/** What stands in for globals of Node, by their names. */
const GLOBALS: Record<string, string> = {
  process: `import process from '/process.js'; export { process };`,
  Buffer: `import { Buffer } from '/buffer.js'; export { Buffer };`,
  setImmediate: `import timers from '/timers.js'; export const { setImmediate } = timers;`,
  clearImmediate: `import timers from '/timers.js'; export const { clearImmediate } = timers;`,
};
const FOLDER = 'globals/';
const INJECTED = `${NAMESPACE}:${FOLDER}`;

/** The globals of Node that a bundle names, as files for esbuild's `inject`. */
export function globalsNamedIn(script: string): string[] {
  return Object.keys(GLOBALS)
    .filter((name) => new RegExp(`\\b${name}\\b`).test(script))
    .map((name) => INJECTED + name);
}

/**
 * Gives modules of Node that need nothing of a machine from `runtimes/typescript/node`. Any other is left to
 * esbuild, which finds none: so it says where each stands, and passes over those that a `try` is around.
 */
export function nodeBuiltIns(): Plugin {
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
        if (!existsSync(join(folder, `${name}.js`))) return undefined;
        if (name === args.path) {
          // A package of that name which is installed, or a package.json whose "browser" says what to take, is first.
          const { path, importer, resolveDir, kind } = args;
          const own = await build.resolve(path, {
            importer,
            resolveDir,
            kind,
            pluginData: NAMESPACE,
          });
          if (own.errors.length === 0) return own;
        }
        return { path: name, namespace: NAMESPACE, sideEffects: false };
      }
    },
  };

  async function load({ path }: OnLoadArgs): Promise<OnLoadResult> {
    if (path.startsWith(FOLDER)) return { contents: GLOBALS[path.slice(FOLDER.length)] ?? '' };
    if (path.endsWith('.js')) return { contents: await readFile(join(folder, path), 'utf8') };
    // As Node has it: `require` gives what an import has as its default.
    return { contents: `module.exports = require('/${path}.js').default;` };
  }
}
