import { isBuiltin } from 'node:module';
import { installAdvice } from '../runtime/typescript/missing-files.js';

export const ON_NODE = 'run the script on Node, with `runtime: node` in metatask.yaml';
export const WITH_PROGRAMS = 'start programs from a Python script';

/** Modules that start programs. Runs on Node cannot use them either. */
const PROGRAMS = /^(child_process|cluster)$/;

/** Advice for Node modules that need the machine, each with a line of sample code. */
const INSTEAD: readonly [modules: RegExp, advice: string, line?: string][] = [
  [
    /^fs(\/|$)/,
    'read and write files with `reporter.files`',
    "await reporter.files.read('/a.txt')",
  ],
  [
    /^(http|https|http2|net|tls|dns|dgram|undici)(\/|$)/,
    'send requests with `fetch`',
    "await fetch('https://…')",
  ],
  [PROGRAMS, WITH_PROGRAMS],
  [/^worker_threads$/, 'do the work in the thread of the script'],
  [/^(readline|repl)(\/|$)/, 'there is no terminal to ask'],
  [/^(vm|module)$/, 'write the code into the script: nothing is loaded at run time'],
  [/^(v8|inspector)(\/|$)/, 'the run has its memory and its time in the task'],
];

/** Packages whose only purpose is to load native addons. */
export const ADDON_LOADERS = [
  'bindings',
  'node-gyp-build',
  'node-gyp-build-optional-packages',
  '@mapbox/node-pre-gyp',
  'node-pre-gyp',
  'prebuild-install',
  'pkg-prebuilds',
  'ffi-napi',
  'koffi',
];

/** Returns what to do about native code in a package; `name` is null for the author's own code. */
function native(name: string | null): string {
  const own = 'native code, which cannot be part of a script: use a package of plain JavaScript';
  return name === null
    ? `${own}, or a Python script`
    : `${own}, or ${installAdvice(name)}, with \`runtime: node\` in metatask.yaml`;
}

/**
 * Returns why a specifier cannot be resolved in a bundle, and what to do. `notes` are esbuild's; `importer` is the
 * package that the author imports and that leads to the specifier.
 */
export function explainUnresolved(
  specifier: string,
  notes: readonly string[],
  importer: string | null,
): string {
  if (ADDON_LOADERS.includes(specifier))
    return `imports "${specifier}", which loads ${native(importer)}`;
  if (isBuiltin(specifier)) return explainBuiltin(specifier);
  if (/^\.{0,2}\//.test(specifier)) return `imports "${specifier}", but there is no such file`;
  const [note = ''] = notes;
  // esbuild adds this note if the package exists but lacks the path.
  if (/not exported|"exports"|"imports"|"main"|conditions/.test(note))
    return `imports "${specifier}", which cannot be found: ${note.replace(/[:.]$/, '')}`;
  const [scope = '', name = ''] = specifier.split('/');
  const wanted = scope.startsWith('@') ? `${scope}/${name}` : scope;
  return `imports "${specifier}", but the package is not installed: run \`npm install ${wanted}\``;
}

function explainBuiltin(specifier: string): string {
  const line = findAlternative(specifier)?.[2];
  const example = line === undefined ? '' : `, as in \`${line}\``;
  return `imports "${specifier}", a module of Node that an isolate does not have: ${adviceFor(specifier)}${example}${startsPrograms(specifier) ? '' : `; or ${ON_NODE}`}`;
}

/** Returns whether a module of Node does nothing but start programs. */
export function startsPrograms(specifier: string): boolean {
  return PROGRAMS.test(specifier.replace(/^node:/, ''));
}

/** Returns what to do instead of using a Node module. */
function adviceFor(specifier: string): string {
  return (
    findAlternative(specifier)?.[1] ?? 'use a package that does without it, or a Python script'
  );
}

/** Returns what to do if a package uses a Node module. */
export function onNodeOr(specifier: string): string {
  if (startsPrograms(specifier)) return WITH_PROGRAMS;
  const [, advice, line] = findAlternative(specifier) ?? [];
  return line === undefined ? ON_NODE : `${ON_NODE}, or ${advice}`;
}

function findAlternative(specifier: string): (typeof INSTEAD)[number] | undefined {
  const name = specifier.replace(/^node:/, '');
  return INSTEAD.find(([modules]) => modules.test(name));
}

/** Returns why a file of this kind cannot be part of a bundle. */
export function explainNoLoader(
  extension: string,
  specifier: string,
  importer: string | null,
): string {
  if (extension === '.node') return `imports "${specifier}", ${native(importer)}`;
  if (extension === '.wasm')
    return `imports "${specifier}": isolates have no WebAssembly. Use a package of plain JavaScript, or a Python script`;
  return `imports "${specifier}": a bundle holds code, JSON and text (${TEXT_EXTENSIONS.join(', ')}), no ${extension || 'file without extension'}`;
}

/** Extensions of the files that are imported as text. */
export const TEXT_EXTENSIONS = ['.txt', '.md', '.csv', '.html', '.xml', '.sql', '.graphql', '.css'];

export const DYNAMIC_REQUIRE =
  'requires a module whose name is known only at run time, when there is nothing left to load: write the name as a literal';
export const LOADED_LATE =
  'loads a module whose name is known only at run time: modules of Node are there then, packages are not';
export const DYNAMIC_IMPORT =
  'imports a module whose name is known only at run time, when there is nothing left to load: write the name as a literal';
