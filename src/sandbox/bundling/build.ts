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
  /** Absolute. */
  entry: string;
  /** Absolute; the names of files in the bundle are relative to it. */
  root: string;
  /** First line of the bundle. */
  header: string;
  minify: boolean;
  /** The engine that it is for. */
  engine: ScriptEngine;
  /** Packages that are installed beside it, and no part of it. */
  installed: readonly string[];
  /** True if it runs on a container image, which has what the bundle lacks. */
  onImage?: boolean;
  /** Files that provide each file with globals of Node. */
  inject: string[];
  /** A module that there is in every run, and what stands for it. */
  provided: { name: string; code: string };
  /** Imports of packages that get a module of Node whose functions fail when they are called; see `importId`. */
  stubbed?: ReadonlySet<string>;
  /** True for a bundle that follows contexts through `async` functions, which the engine does not show. */
  lowerAsync?: boolean;
  /** Packages that are not installed, and that need not be. */
  optional?: ReadonlySet<string>;
  /** Left out of the bundle, to see what it would be without them. */
  without?: { specifiers: ReadonlySet<string>; extensions: readonly string[] };
}

/** Returns the built bundle, or the messages on why it cannot be built. */
export async function build(input: BuildInput): Promise<Built | { failed: Message[] }> {
  try {
    return await esbuild(optionsOf(input));
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    return { failed: error.errors };
  }
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}

function optionsOf(input: BuildInput) {
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
    // Prefers the parts of a package for browsers without a page, then those for browsers.
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
    // Names stay, for stacks. Lines stay short, so that the source map has locations within packages.
    minifyWhitespace: minify,
    minifySyntax: minify,
    ...(minify ? { lineLimit: 300 } : {}),
    logLevel: 'silent',
    logLimit: 0,
    ...(engine === 'node' ? nodeEngineOptions(header) : {}),
    logOverride: { 'unsupported-require-call': 'warning', 'unsupported-dynamic-import': 'warning' },
  } satisfies BuildOptions;
}

/** Returns what takes the place of a machine's modules and packages. */
function isolatePlugins({ root, stubbed }: BuildInput): Plugin[] {
  return [nodeBuilds(), replacedPackages(), nodeBuiltIns(root, stubbed ?? new Set())];
}

/** Each step of what is written with these becomes a call of `then`, which can be followed. */
const NO_ASYNC = { 'async-await': false, 'async-generator': false, 'for-await': false };

/** Stands in for a module of the server, whether or not a package of that name is installed. */
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

/** Leaves imports out of the bundle; unused ones disappear entirely, unless loading them may have an effect. */
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
