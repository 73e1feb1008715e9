import { isBuiltin } from 'node:module';
import type { BuildOptions, Plugin } from 'esbuild';
import { loadGuestLibrary } from './guest-library.js';

const NAMESPACE = 'built-in';
/** The folder and file that the code of a bundle sees as its own. The folder is otherwise empty. */
const FOLDER = '/';
const FILE = '/workflow.js';
/** Defines `require` for the remaining calls, which load Node modules. */
const REQUIRE = `const require = process.getBuiltinModule('module').createRequire('${FILE}');`;

/** Returns the options that differ for a bundle that runs on Node: packages resolve as they do in Node. */
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

/** Resolves Node modules to those of the process that runs the bundle. */
export function modulesOfNode(): Plugin {
  const library = loadGuestLibrary();
  return {
    name: NAMESPACE,
    setup(setup) {
      // A trailing slash, as in `buffer/`, means the package of that name.
      setup.onResolve({ filter: /^[\w:/]+$/ }, ({ path }) =>
        isBuiltin(path) ? { path, namespace: NAMESPACE, sideEffects: false } : undefined,
      );
      setup.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
        contents: library.builtInCode(path),
      }));
    },
  };
}
