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

/** The result of a check: the compiled script, which the host parses again, or its diagnostics. */
export type CheckResult =
  | { ok: true; program: { code: string; source_map: string } }
  | { ok: false; diagnostics: Diagnostic[] };

const SCRIPT = 'workflow.ts';
const SCRIPT_INPUT = `script:${SCRIPT}`;
const ENTRY = 'entry';
/**
 * The author's module becomes an expression: an async function that runs its top level and then passes its exports to
 * `__metarun`. So exceptions, also of the top level, are caught within the isolate, which the evaluation of a module from
 * outside would not allow. Top-level `await` works as in a module.
 */
const ENTRY_CODE = `import * as script from '${SCRIPT}';\n__metarun(script.default, script.run);`;
const BANNER = '(async (__metarun) => {"use strict";';
const FOOTER = '})';
/** The error of the compiler's stand-in for `require`, which no script has, also for an `import()`, and the sentence in its place. */
const NOT_LOADED = `throw Error('Dynamic require of "' + x + '" is not supported')`;
const LOADED_LATE =
  'throw Error(`Cannot import "${x}": a script is one file, and loads no other as it runs. Import it at the top, and make one file of them with "metarun bundle"`)';
/** The function that returns a module of the image. */
const OF_IMAGE = '__image';
/** A source map within the script, as bundlers leave it: it lets stacks show the author's own files and lines. */
const INLINE_MAP = /\n\/\/# sourceMappingURL=data:application\/json;base64,[\w+/=]+\s*$/;
/** The last such comment counts, and esbuild would read the file that a `file:` URL names; this one names none. */
const NO_MAP = '\n//# sourceMappingURL=none:';
/** A line of code with a decorator, or what looks like one; most comments have none. */
const DECORATOR = /^(?![ \t]*(?:\*|\/[/*])).*(?<![\w'"`/.])@[\w$]/m;
const MAX_SOURCE_NAME = 200;

/** Starts the process of the compiler, ahead of the first script. What it cannot do the first script will show. */
export function startCompiler(): void {
  transform('').catch(() => undefined);
}

/** Checks syntax, imports and the presence of `run`; then compiles TypeScript to one expression with its source map. */
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

/** Returns a diagnostic for each decorator of the older kind, which would compile and fail when it runs. */
export async function wrongDecorators(source: string): Promise<Diagnostic[]> {
  if (!DECORATOR.test(source) || readBundleHeader(source) !== null) return [];
  const { findLegacyDecorators } = await import('./params/legacy-decorators.js');
  return findLegacyDecorators(source).map(({ name, line, column }) => ({
    message: `The decorator "${name}" is of the older kind, of \`experimentalDecorators\`, which takes (target, key, descriptor). Scripts have the decorators of the standard, which take (value, context): write it so, or bundle the script with \`metarun bundle\` beside a tsconfig.json that sets \`experimentalDecorators\``,
    line,
    column,
  }));
}

/** `ofImage` gets the imports that are left to the image. */
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
    // An `import()` that stayed would fail with V8's bare "Not supported"; replaced, it names what it cannot load.
    // V8 does not accept `import.meta` here; it becomes an empty object.
    supported: { 'dynamic-import': false, 'import-meta': false },
    sourcemap: 'external',
    sourcesContent: false,
    banner: { js: BANNER },
    footer: { js: FOOTER },
    tsconfigRaw: {},
    logLevel: 'silent',
  });
}

/** Serves the script from memory and nothing else: no file of this machine is ever read. */
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
  // The source map knows nothing of the first two; the others keep their columns.
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

/** Returns the script's own name for itself; names within its source map stay as they are. */
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

/** Converts a message: esbuild counts columns from 0 and in bytes of UTF-8; a diagnostic counts characters from 1. */
function diagnostic({ text, location }: Message): Diagnostic {
  if (location === null) return { message: text, line: null, column: null };
  const before = Buffer.from(location.lineText).subarray(0, location.column).toString();
  return { message: text, line: location.line, column: before.length + 1 };
}
