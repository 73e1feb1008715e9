import { isBuiltin } from 'node:module';
import { build, type BuildResult, type Message, type Plugin, transform } from 'esbuild';
import type { CompileTarget } from '../../src/sandbox/runtime/protocol.js';
import { builtInCode } from './built-in.js';
import { readBundleHeader } from './bundle-header.js';
import { NO_RUN } from './guest/no-run.js';
import { imageLoaderCode, imageModuleCode, isPackage } from './image-packages.js';
import { WORKFLOW_MODULE, WORKFLOW_MODULE_CODE } from './workflow-module.js';

/** Lines and columns count from 1. */
interface Diagnostic {
  message: string;
  line: number | null;
  column: number | null;
}

/** The result of a check: the compiled script, which the host parses again, or diagnostics. */
export type CheckResult =
  | { ok: true; program: { code: string; source_map: string } }
  | { ok: false; diagnostics: Diagnostic[] };

const SCRIPT = 'workflow.ts';
const SCRIPT_INPUT = `script:${SCRIPT}`;
const ENTRY = 'entry';
/**
 * Code around the script. The author's module becomes an expression: an async function that runs its top level and then
 * passes its exports to `__metarun`. Exceptions, including those of the top level, are thus caught within the isolate,
 * which would be impossible if the module were evaluated from outside. Top-level `await` works as in a module.
 */
const ENTRY_CODE = `import * as script from '${SCRIPT}';\n__metarun(script.default, script.run);`;
const BANNER = '(async (__metarun) => {"use strict";';
const FOOTER = '})';
/**
 * The error of esbuild's replacement for `require`, which scripts do not have, and for `import()`; and the message that
 * replaces it.
 */
const NOT_LOADED = `throw Error('Dynamic require of "' + x + '" is not supported')`;
const LOADED_LATE =
  'throw Error(`Cannot import "${x}": a script is one file, and loads no other as it runs. Import it at the top, and make one file of them with "metarun bundle"`)';
/** Name of the function that returns a module of the image. */
const OF_IMAGE = '__image';
/** A source map within the script, as bundlers add it: with it, stacks show the author's own files and lines. */
const INLINE_MAP = /\n\/\/# sourceMappingURL=data:application\/json;base64,[\w+/=]+\s*$/;
/**
 * A comment that names no source map. The last such comment counts, and esbuild would read the file that a `file:` URL
 * names.
 */
const NO_MAP = '\n//# sourceMappingURL=none:';
/** A line of code that seems to contain a decorator; most comments do not match. */
const DECORATOR = /^(?![ \t]*(?:\*|\/[/*])).*(?<![\w'"`/.])@[\w$]/m;
const MAX_SOURCE_NAME = 200;

/** Starts the compiler's process ahead of the first script. Failures will show with that script. */
export function startCompiler(): void {
  transform('').catch(() => undefined);
}

/** Checks syntax, imports and the presence of `run`, and compiles TypeScript to one expression with a source map. */
export async function compile(
  source: string,
  target: CompileTarget = 'isolate',
): Promise<CheckResult> {
  if (source.trim() === '')
    return refused([{ message: 'The script is empty', line: 1, column: 1 }]);
  try {
    const ofImage = new Set<string>();
    const result = program(await bundle(source, target, ofImage), [...ofImage]);
    const wrong = result.ok ? await wrongDecorators(source) : [];
    return wrong.length === 0 ? result : refused(wrong);
  } catch (error) {
    const { errors } = error as { errors?: Message[] };
    if (errors === undefined) throw error;
    return refused(errors.map(diagnostic));
  }
}

/** Returns a diagnostic for each legacy decorator, which would compile and then fail at run time. */
export async function wrongDecorators(source: string): Promise<Diagnostic[]> {
  if (!DECORATOR.test(source) || readBundleHeader(source) !== null) return [];
  const { findLegacyDecorators } = await import('./params/legacy-decorators.js');
  return findLegacyDecorators(source).map(({ name, line, column }) => ({
    message: `The decorator "${name}" is of the older kind, of \`experimentalDecorators\`, which takes (target, key, descriptor). Scripts have the decorators of the standard, which take (value, context): write it so, or bundle the script with \`metarun bundle\` beside a tsconfig.json that sets \`experimentalDecorators\``,
    line,
    column,
  }));
}

/** Bundles the script; `ofImage` receives the imports that the image provides. */
function bundle(
  source: string,
  target: CompileTarget,
  ofImage: Set<string>,
): Promise<BuildResult<{ write: false; metafile: true; outfile: string }>> {
  return build({
    stdin: { contents: ENTRY_CODE, loader: 'js', sourcefile: ENTRY },
    plugins: [only(source, target, ofImage)],
    outfile: 'workflow.js',
    write: false,
    bundle: true,
    treeShaking: false,
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2024',
    // A remaining `import()` would fail with V8's bare "Not supported"; the replacement names the module. V8 does not
    // accept `import.meta` here; it becomes an empty object.
    supported: { 'dynamic-import': false, 'import-meta': false },
    sourcemap: 'external',
    sourcesContent: false,
    banner: { js: BANNER },
    footer: { js: FOOTER },
    tsconfigRaw: {},
    logLevel: 'silent',
  });
}

/** Returns a plugin that serves the script from memory and nothing else: no file of this machine is ever read. */
function only(source: string, target: CompileTarget, ofImage: Set<string>): Plugin {
  return {
    name: 'script',
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path, kind, importer }) => {
        if (kind === 'entry-point') return undefined;
        if (path === WORKFLOW_MODULE) return { path, namespace: 'workflow' };
        if (importer === ENTRY) return { path: SCRIPT, namespace: 'script' };
        if (target !== 'isolate' && isBuiltin(path)) return { path, namespace: 'built-in' };
        if (target === 'image' && isPackage(path)) return { path, namespace: 'image' };
        if (kind === 'dynamic-import') return { path, external: true };
        const text = isBuiltin(path)
          ? `Cannot import "${path}": an isolate has no modules of Node. Set the meta-task's \`runtime\` to "node", or bundle the script with \`metarun bundle\`, which has replacements for some`
          : `Cannot import "${path}": a script is one file. Make it one with \`metarun bundle\`, or write \`import type\` for types`;
        return { errors: [{ text }] };
      });
      build.onLoad({ filter: /.*/, namespace: 'built-in' }, ({ path }) => ({
        contents: builtInCode(path),
      }));
      build.onLoad({ filter: /.*/, namespace: 'image' }, ({ path }) => {
        ofImage.add(path);
        return { contents: imageModuleCode(OF_IMAGE, path) };
      });
      build.onLoad({ filter: /.*/, namespace: 'workflow' }, () => ({
        contents: WORKFLOW_MODULE_CODE,
      }));
      build.onLoad({ filter: /.*/, namespace: 'script' }, () => ({
        contents: INLINE_MAP.test(source) ? source : source + NO_MAP,
        loader: readBundleHeader(source) === null ? 'ts' : 'js',
      }));
    },
  };
}

function program(
  built: Awaited<ReturnType<typeof bundle>>,
  ofImage: readonly string[],
): CheckResult {
  const module = Object.entries(built.metafile.inputs).find(([name]) => name === SCRIPT_INPUT)?.[1];
  const missing = built.warnings.filter(({ id }) => id === 'import-is-undefined').length;
  if (module?.format !== 'esm' || missing === 2)
    return refused([{ message: NO_RUN, line: null, column: null }]);
  const text = built.outputFiles.find(({ path }) => path.endsWith('.js'))?.text ?? '';
  // The source map does not cover the first two; the last one keeps the columns.
  const code = text
    .replace(BANNER, () => BANNER + imageLoaderCode(OF_IMAGE, ofImage.toSorted()))
    .replace(NOT_LOADED, () => LOADED_LATE)
    .replaceAll('typeof __require', 'typeof   require');
  const map = JSON.parse(
    built.outputFiles.find(({ path }) => path.endsWith('.map'))?.text ?? '{}',
  ) as { sources: string[] };
  map.sources = map.sources.map(sourceName);
  return { ok: true, program: { code, source_map: JSON.stringify(map) } };
}

/** Returns the script's name; names within its source map are kept. */
function sourceName(name: string): string {
  if (name === ENTRY || name === SCRIPT_INPUT) return name.replace('script:', '');
  return name
    .replaceAll(/[\p{C}()]/gu, '?')
    .slice(0, MAX_SOURCE_NAME)
    .toWellFormed();
}

function refused(diagnostics: Diagnostic[]): CheckResult {
  return { ok: false, diagnostics };
}

/** Converts a message: esbuild counts columns from 0 in bytes of UTF-8; a diagnostic counts characters from 1. */
function diagnostic({ text, location }: Message): Diagnostic {
  if (location === null) return { message: text, line: null, column: null };
  const before = Buffer.from(location.lineText).subarray(0, location.column).toString();
  return { message: text, line: location.line, column: before.length + 1 };
}
