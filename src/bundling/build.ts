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
import { nodeBuiltIns } from './node-built-ins.js';

export type Built = BuildResult<{ write: false; metafile: true }>;

export interface BuildInput {
  /** Absolute. */
  entry: string;
  /** Absolute; the names of files in the bundle are relative to it. */
  root: string;
  /** First line of the bundle. */
  header: string;
  minify: boolean;
  /** Files that each file gets globals of Node from. */
  inject: string[];
  /** Left out of the bundle, to see what it would be without them. */
  without?: { specifiers: ReadonlySet<string>; extensions: readonly string[] };
}

/** What is built, or else why it cannot be. */
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

function optionsOf({ entry, root, header, minify, inject, without }: BuildInput) {
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
    // So that what a package.json has for "browser" counts.
    platform: 'browser',
    target: 'es2024',
    // Of what a package offers: what is made for browsers without a page, then for browsers.
    conditions: ['worker', 'browser', 'module', 'production'],
    mainFields: ['browser', 'module', 'main'],
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    inject,
    // Loaders of native addons are looked for in vain, so that those which a `try` is around are passed over.
    alias: Object.fromEntries(ADDON_LOADERS.map((name) => [name, 'metarun:native-addon'])),
    loader: loaders,
    plugins: [...(without ? [leftOut(without.specifiers)] : []), nodeBuiltIns()],
    supported: { 'import-meta': false },
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
    charset: 'utf8',
    banner: { js: header.trimEnd() },
    // Names stay, for stacks; and lines stay short, for the source map to have places within packages.
    minifyWhitespace: minify,
    minifySyntax: minify,
    ...(minify ? { lineLimit: 300 } : {}),
    logLevel: 'silent',
    logLimit: 0,
    logOverride: { 'unsupported-require-call': 'warning', 'unsupported-dynamic-import': 'warning' },
  } satisfies BuildOptions;
}

/** Unused imports of what is left out vanish with it. */
function leftOut(specifiers: ReadonlySet<string>): Plugin {
  return {
    name: 'left-out',
    setup(setup) {
      setup.onResolve({ filter: /.*/ }, ({ path }) =>
        specifiers.has(path) ? { path, external: true, sideEffects: false } : undefined,
      );
    },
  };
}
