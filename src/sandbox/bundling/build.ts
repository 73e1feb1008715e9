import {
  build as esbuild,
  type BuildFailure,
  type BuildOptions,
  type BuildResult,
  type Loader,
  type Message,
  type Plugin,
} from 'esbuild';
import { ADDON_LOADERS, TEXT_EXTENSIONS } from './advice.js';
import type { ScriptEngine } from '../runtime/protocol.js';
import { requireInstalled } from './installed-packages.js';
import { modulesOfNode, nodeEngineOptions } from './node-engine.js';
import { nodeBuiltIns } from './node-built-ins.js';
import { nodeBuilds, optionalPackages, replacedPackages } from './packages.js';

export type Built = BuildResult<{ write: false; metafile: true }>;

export interface BuildInput {
  /** Absolute path of the entry file. */
  entry: string;
  /** Absolute path of the folder that file names in the bundle are relative to. */
  root: string;
  /** First line of the bundle. */
  header: string;
  minify: boolean;
  /** The engine that the bundle is built for. */
  engine: ScriptEngine;
  /** Packages that are installed next to the bundle and left out of it. */
  installed: readonly string[];
  /** True if the script runs on a container image, which may provide what the bundle lacks. */
  onImage?: boolean;
  /** Files that provide globals of Node to every file of the bundle. */
  inject: string[];
  /** A module that every run provides, with the code that stands in for it. */
  provided: { name: string; code: string };
  /** Imports by packages that resolve to a Node module whose functions throw; see `importId`. */
  stubbed?: ReadonlySet<string>;
  /**
   * True to lower `async` functions so that the bundle can follow contexts through them; the engine itself does not
   * expose them.
   */
  lowerAsync?: boolean;
  /** Missing packages that are optional. */
  optional?: ReadonlySet<string>;
  /** Imports left out of the bundle, to find out which code still needs them. */
  without?: { specifiers: ReadonlySet<string>; extensions: readonly string[] };
}

/** Builds a bundle. Returns it, or esbuild's messages if the build fails. */
export async function build(input: BuildInput): Promise<Built | { failed: Message[] }> {
  try {
    return await esbuild(createBuildOptions(input));
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    return { failed: error.errors };
  }
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}

function createBuildOptions(input: BuildInput) {
  const { entry, root, header, minify, engine, installed, inject, provided, without } = input;
  const loaders: Record<string, Loader> = {};
  for (const extension of TEXT_EXTENSIONS) loaders[extension] = 'text';
  for (const extension of without?.extensions ?? []) loaders[extension] = 'empty';
  return {
    entryPoints: [entry],
    absWorkingDir: root,
    outfile: `${root}/bundle.js`,
    write: false,
    bundle: true,
    metafile: true,
    format: 'esm',
    // Uses the "browser" field of a package.json.
    platform: 'browser',
    target: 'es2024',
    // Prefers the entry points of packages for workers (browsers without a page), then those for browsers.
    conditions: ['worker', 'browser', 'module', 'production'],
    mainFields: ['browser', 'module', 'main'],
    define: {
      'process.env.NODE_ENV': '"production"',
      global: 'globalThis',
      ...(engine === 'node' ? {} : { __dirname: '"/"', __filename: '"/script.js"' }),
    },
    inject,
    // Loaders of native addons never resolve, so that imports of them within a `try` are skipped.
    alias: Object.fromEntries(ADDON_LOADERS.map((name) => [name, 'metarun:native-addon'])),
    loader: loaders,
    plugins: [
      ...(installed.length > 0 ? [requireInstalled(installed)] : []),
      ...(without ? [leftOut(without.specifiers, input.onImage === true)] : []),
      providedModule(provided),
      ...(input.optional === undefined ? [] : [optionalPackages(input.optional)]),
      ...(engine === 'node' ? [modulesOfNode()] : isolatePlugins(input)),
    ],
    supported: { 'import-meta': false, ...(input.lowerAsync === true ? NO_ASYNC : {}) },
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
    charset: 'utf8',
    banner: { js: header.trimEnd() },
    // Names are kept for stacks. Lines are kept short so that the source map has locations within packages.
    minifyWhitespace: minify,
    minifySyntax: minify,
    ...(minify ? { lineLimit: 300 } : {}),
    logLevel: 'silent',
    logLimit: 0,
    ...(engine === 'node' ? nodeEngineOptions(header) : {}),
    logOverride: { 'unsupported-require-call': 'warning', 'unsupported-dynamic-import': 'warning' },
  } satisfies BuildOptions;
}

/** Returns the plugins that replace Node's modules and packages for the isolate. */
function isolatePlugins({ root, stubbed }: BuildInput): Plugin[] {
  return [nodeBuilds(), replacedPackages(), nodeBuiltIns(root, stubbed ?? new Set())];
}

/** Features that esbuild lowers to calls of `then`, which can be followed. */
const NO_ASYNC = { 'async-await': false, 'async-generator': false, 'for-await': false };

/** Resolves a module of the server to its stand-in, even if a package of the same name is installed. */
function providedModule({ name, code }: BuildInput['provided']): Plugin {
  const namespace = 'provided';
  return {
    name: namespace,
    setup(setup) {
      setup.onResolve({ filter: /^metarun\// }, ({ path }) =>
        path === name ? { path, namespace, sideEffects: false } : undefined,
      );
      setup.onLoad({ filter: /.*/, namespace }, () => ({ contents: code }));
    },
  };
}

/** Leaves imports out of the bundle. Unused imports disappear entirely, unless loading them may have side effects. */
function leftOut(specifiers: ReadonlySet<string>, sideEffects: boolean): Plugin {
  return {
    name: 'left-out',
    setup(setup) {
      setup.onResolve({ filter: /.*/ }, ({ path }) =>
        specifiers.has(path) ? { path, external: true, sideEffects } : undefined,
      );
    },
  };
}
