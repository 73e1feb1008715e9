import { isBuiltin } from 'node:module';
import type { BuildOptions, Plugin } from 'esbuild';
import { loadGuestLibrary } from './guest-library.js';

const NAMESPACE = 'built-in';
/** Where the code of a bundle believes to be. There is nothing beside it. */
const FOLDER = '/';
const FILE = '/workflow.js';
/** For calls of `require` that stay: they load modules of Node. */
const REQUIRE = `const require = process.getBuiltinModule('module').createRequire('${FILE}');`;

/** Returns what differs for a bundle that runs on Node: packages as Node takes them, and its modules as they are. */
export function nodeEngineOptions(
  header: string,
): Pick<BuildOptions, 'platform' | 'conditions' | 'mainFields' | 'define' | 'banner'> {
  return {
    platform: 'node',
    conditions: ['node', 'production'],
    mainFields: ['main', 'module'],
    define: {
      'process.env.NODE_ENV': '"production"',
      'import.meta.url': JSON.stringify(`file://${FILE}`),
      'import.meta.dirname': JSON.stringify(FOLDER),
      'import.meta.filename': JSON.stringify(FILE),
      __dirname: JSON.stringify(FOLDER),
      __filename: JSON.stringify(FILE),
    },
    banner: { js: `${header.trimEnd()}\n${REQUIRE}` },
  };
}

/** Resolves modules of Node to those of the process that the bundle runs in. */
export function modulesOfNode(): Plugin {
  const { builtInCode } = loadGuestLibrary();
  return {
    name: NAMESPACE,
    setup(setup) {
      // `buffer/`, with a slash behind, is the package of that name.
      setup.onResolve({ filter: /^[\w:/]+$/ }, ({ path }) =>
        isBuiltin(path) ? { path, namespace: NAMESPACE, sideEffects: false } : undefined,
      );
      setup.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
        contents: builtInCode(path),
      }));
    },
  };
}
