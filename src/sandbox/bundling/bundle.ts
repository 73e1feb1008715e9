import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Message } from 'esbuild';
import type { JsonObject } from '../../base/kernel/json.js';
import type { CompileTarget } from '../runtime/protocol.js';
import { MAX_BUNDLE_BYTES } from '../../base/languages/script-size.js';
import { installAdvice } from '../runtime/typescript/missing-files.js';
import { ADDON_LOADERS, ON_NODE } from './advice.js';
import { readSources } from './author-sources.js';
import { build, type BuildInput, type Built } from './build.js';
import {
  BundleError,
  type BundleDiagnostic,
  fileDiagnostic,
  placeOfSpecifier,
} from './bundle-error.js';
import { type BundleInput, byPackage, listBundleInputs, findPackageName } from './bundle-inputs.js';
import {
  diagnosticAt,
  isNeeded,
  type Lack,
  lackDiagnostic,
  parseLack,
  sortWarnings,
} from './diagnostics.js';
import { installedPackages } from './installed-packages.js';
import { loadGuestLibrary } from './guest-library.js';
import { globalsNamedIn } from './node-built-ins.js';
import { hasStub, importId } from './node-stubs.js';
import { findPackageNeeds } from './package-needs.js';
import { isOptional } from './packages.js';
import { type OwnSources, slimMap } from './slim-map.js';
import { openTypeImport } from './type-imports.js';

/** A script with all its imports. */
export interface Bundle {
  /** The `script` of a TypeScript meta-task. */
  script: string;
  /** Length of `script` in bytes of UTF-8. */
  bytes: number;
  /** Parts of the bundle, largest first, without the source map. */
  inputs: BundleInput[];
  /**
   * JSON Schema of the params, derived from the types of `run` and included in `script`; null if the types say nothing.
   */
  paramsSchema: JsonObject | null;
  /** True if the code was minified, on request or because it would be large. */
  minified: boolean;
  /** Notes on what may not work as expected. */
  notes: BundleDiagnostic[];
}

/** Size in bytes above which a bundle is minified: minified code takes half the memory and half the time to start. */
const LARGE = 1024 * 1024;
/**
 * The function that the compiler calls for standard decorators; a tsconfig.json may select `experimentalDecorators`
 * instead.
 */
const STANDARD_DECORATORS = '__decoratorStart';
/** Number of parts named in the error about a bundle that is too large. */
const LARGEST = 5;

/**
 * Bundles a TypeScript file, the files that it imports and their npm packages into one script. Reads files and runs
 * none of them. Throws BundleError if the result cannot run as a script or is larger than 10 MiB.
 */
export async function bundle(
  entryFile: string,
  options: { minify?: boolean; engine?: CompileTarget } = {},
): Promise<Bundle> {
  const entry = resolve(entryFile);
  if (!(await stat(entry).catch(() => null))?.isFile())
    throw new BundleError([fileDiagnostic(`There is no file ${entryFile}`)]);
  const library = loadGuestLibrary();
  const source = await readFile(entry, 'utf8');
  const paramsSchema = library.inferParamsSchema(source, {
    file: entry,
    open: openTypeImport,
  });
  const root = bundleRoot(entry);
  const target = options.engine ?? 'isolate';
  // The image provides what is missing from the bundle.
  const installed = target === 'node' ? await installedPackages(root) : null;
  const input: BuildInput = {
    entry,
    root,
    header: library.bundleHeader(paramsSchema, installed?.lock ?? null),
    installed: installed?.names ?? [],
    minify: options.minify === true,
    engine: target === 'image' ? 'node' : target,
    onImage: target === 'image',
    inject: [],
    provided: library.workflowModule,
  };
  const made = await make(input);
  const larger = Buffer.byteLength(made.script) > LARGE && !input.minify;
  const minified = larger || input.minify;
  const { script, inputs, notes } = larger ? await make({ ...input, minify: true }) : made;
  const bytes = Buffer.byteLength(script);
  const shown = relative(root, entry);
  if (bytes > MAX_BUNDLE_BYTES)
    throw new BundleError([tooLargeDiagnostic({ bytes, inputs, target }, shown, source)]);
  const checked = await library.compile(script, target);
  if (!checked.ok)
    throw new BundleError(checked.diagnostics.map(({ message }) => fileDiagnostic(message, shown)));
  return { script, bytes, inputs, paramsSchema, minified, notes };
}

/**
 * Returns the folder that the bundle's files are relative to: the folder of the author's package, else that of `entry`,
 * an absolute path.
 */
export function bundleRoot(entry: string): string {
  for (let folder = dirname(entry); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) return dirname(entry);
  }
}

async function make(
  input: BuildInput,
): Promise<{ script: string; inputs: BundleInput[]; notes: BundleDiagnostic[] }> {
  const bare = await buildNeeded(input);
  // Most scripts use no global of Node; the others get only the globals that they name.
  const onNode = input.engine === 'node';
  const inject = onNode ? [] : globalsNamedIn(outputText(bare, '.js'));
  const whole = inject.length === 0 ? bare : await buildNeeded({ ...input, inject });
  const built = await followingContexts({ ...input, inject }, whole);
  const { metafile, warnings } = built;
  const entry = relative(input.root, input.entry);
  const { diagnostics, notes } = sortWarnings(warnings, metafile, entry, isOwn, input.engine);
  if (metafile.inputs[entry]?.format === 'cjs')
    diagnostics.push(
      fileDiagnostic(
        'is a CommonJS module: write `export default` or `export function run`',
        entry,
      ),
    );
  const inputs = listBundleInputs(metafile);
  const own = Object.keys(metafile.inputs).filter(isOwn);
  const texts = await readSources(input.root, own);
  if (outputText(built, '.js').includes(STANDARD_DECORATORS))
    diagnostics.push(...(await decoratorDiagnostics(texts)));
  const { root, onImage, engine } = input;
  const target = onImage === true ? 'image' : engine;
  const needs = await findPackageNeeds({ root, entry, target, metafile, warnings, texts });
  diagnostics.push(...needs.errors);
  if (diagnostics.length > 0) throw new BundleError(diagnostics);
  const script = fitting(built, { entry, texts });
  return {
    script,
    inputs,
    notes: [...notes, ...needs.notes, ...imageNotes(input, built)],
  };
}

async function decoratorDiagnostics(
  texts: ReadonlyMap<string, string>,
): Promise<BundleDiagnostic[]> {
  const library = loadGuestLibrary();
  const found = await Promise.all(
    [...texts].map(async ([file, text]) =>
      (await library.wrongDecorators(text)).map((one) => ({ ...one, file, chain: [] })),
    ),
  );
  return found.flat();
}

/** Returns a note on each package that the image must provide, since its contents are unknown here. */
function imageNotes({ onImage }: BuildInput, { metafile }: Built): BundleDiagnostic[] {
  if (onImage !== true) return [];
  const left = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external).map(({ path }) => path),
  );
  return [...new Set(left)]
    .toSorted()
    .map((path) =>
      fileDiagnostic(`"${path}" is not installed here: it is left to the image, and not checked`),
    );
}

/** Rebuilds a bundle that uses `async_hooks` with its `async` functions lowered, so that contexts can be followed. */
async function followingContexts(input: BuildInput, built: Built): Promise<Built> {
  if (!('node:async_hooks.js' in built.metafile.inputs)) return built;
  // Top-level `await` cannot be lowered; in such a bundle, contexts end at each `await`.
  return buildNeeded({ ...input, lowerAsync: true }).catch(() => built);
}

/** Returns the text of a bundle, with the author's files in its source map if that is not too large. */
function fitting(built: Built, own: OwnSources): string {
  const code = outputText(built, '.js');
  const withMap = (sources?: OwnSources): string => {
    const map = Buffer.from(slimMap(outputText(built, '.js.map'), isOwn, sources));
    return `${code}//# sourceMappingURL=data:application/json;base64,${map.toString('base64')}\n`;
  };
  const whole = withMap(own);
  return Buffer.byteLength(whole) > MAX_BUNDLE_BYTES ? withMap() : whole;
}

/**
 * Builds a bundle. If that fails, builds it without the missing imports: the remaining code may not need them, and if
 * it does, the result shows how they were imported. Throws BundleError.
 */
async function buildNeeded(input: BuildInput): Promise<Built> {
  const built = await build(input);
  if (!('failed' in built)) return built;
  const lacks = built.failed.map(parseLack).filter((lack) => lack !== null);
  if (lacks.length < built.failed.length) throw failure(built.failed);
  const onNode = input.engine === 'node';
  const stubbed = onNode ? [] : lacks.filter(isStubbed).map(buildImportId);
  const optional = lacks.filter((lack) => !isOfImage(input, lack) && isMissing(input.root, lack));
  if (stubbed.length + optional.length > 0 && input.stubbed === undefined)
    return buildNeeded({
      ...input,
      stubbed: new Set(stubbed),
      optional: new Set(optional.map(({ specifier }) => specifier)),
    });
  const rest = await build({
    ...input,
    without: {
      specifiers: new Set(lacks.map(({ specifier }) => specifier)),
      extensions: lacks.flatMap(({ extension }) => extension ?? []),
    },
  });
  if ('failed' in rest) throw failure(rest.failed);
  const needed = keepNative(
    lacks.filter((lack) => !isOfImage(input, lack) && isNeeded(lack, rest.metafile)),
  );
  if (needed.length === 0) return rest;
  const entry = relative(input.root, input.entry);
  throw new BundleError(needed.map((lack) => lackDiagnostic(lack, rest.metafile, entry)));
}

/** Returns whether the missing import is a Node module that a package may import but not use. */
function isStubbed({ message, specifier, extension }: Lack): boolean {
  const isOfPackage = findPackageName(message.location?.file ?? '') !== null;
  return extension === null && isOfPackage && hasStub(specifier);
}

/** Returns whether the missing import is an optional dependency of a package. */
function isMissing(root: string, { message, specifier, extension }: Lack): boolean {
  const file = message.location?.file ?? '';
  if (extension !== null || findPackageName(file) === null || /^[./]/.test(specifier)) return false;
  return !isBuiltin(specifier) && isOptional(join(root, file), specifier);
}

/** Returns whether the missing import is a package that the image must provide. */
function isOfImage({ onImage }: BuildInput, { specifier, extension }: Lack): boolean {
  return onImage === true && extension === null && loadGuestLibrary().isPackage(specifier);
}

function buildImportId({ message, specifier }: Lack): string {
  return importId(message.location?.file ?? '', specifier);
}

function failure(messages: readonly Message[]): BundleError {
  return new BundleError(messages.map((message) => diagnosticAt(message)));
}

function outputText({ outputFiles }: Built, ending: string): string {
  return outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
}

/** For packages with a native addon, keeps only the addon: whatever else is missing is needed only to load it. */
function keepNative(lacks: readonly Lack[]): Lack[] {
  const findPackage = ({ message }: Lack): string | null =>
    findPackageName(message.location?.file ?? '');
  const isNative = ({ specifier, extension }: Lack): boolean =>
    extension === '.node' || ADDON_LOADERS.includes(specifier);
  const native = new Set(lacks.filter(isNative).map(findPackage));
  return lacks.filter((lack) => isNative(lack) || !native.has(findPackage(lack)));
}

function isOwn(file: string): boolean {
  return findPackageName(file) === null && !/^(node|built-in):/.test(file);
}

/** Returns the error for a bundle that is too large. `source` is the text of the author's file `entry`. */
function tooLargeDiagnostic(
  {
    bytes,
    inputs,
    target,
  }: { bytes: number; inputs: readonly BundleInput[]; target: CompileTarget },
  entry: string,
  source: string,
): BundleDiagnostic {
  const parts = byPackage(inputs).slice(0, LARGEST);
  const largest = parts.map((part) => `${part.file} (${part.bytes} bytes)`);
  const name = inputs
    .map(({ file }) => findPackageName(file))
    .find((one) => one === parts[0]?.file);
  const place = name == null ? fileDiagnostic('', entry) : placeOfSpecifier(entry, source, name);
  const aside =
    name == null || target === 'image'
      ? ''
      : `; or ${target === 'isolate' ? `${ON_NODE}, and ` : ''}${installAdvice(name)}`;
  return {
    ...place,
    message: `The bundle has ${bytes} bytes, minified; ${MAX_BUNDLE_BYTES} are the most. The largest of it: ${largest.join(', ')}. Import the parts of packages that are needed, or smaller packages${aside}`,
    chain: [],
  };
}
