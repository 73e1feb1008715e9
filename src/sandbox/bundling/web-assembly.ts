import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BundleDiagnostic } from './bundle-error.js';
import type { BundleInput } from './bundle-inputs.js';

/** Code that can only be meant to run WebAssembly. Packages test for support by the type of the global alone. */
const USE = /\bWebAssembly\s*\.\s*(?:Module|Instance|compile|instantiate)/;

/**
 * Finds files of a bundle that use WebAssembly, which isolates do not have. Without running them it is unknown whether that
 * code is reached or has a fallback, so they are reported as notes.
 */
export async function findWebAssembly(
  root: string,
  script: string,
  inputs: readonly BundleInput[],
): Promise<BundleDiagnostic[]> {
  if (!USE.test(script)) return [];
  // Not those that stand for nothing on disk, such as `(disabled):fs`.
  const files = inputs.filter(({ file }) => !/^[^/]*:/.test(file));
  const found = await Promise.all(
    files.map(async ({ file }) => {
      const lines = (await readFile(join(root, file), 'utf8')).split('\n');
      const line = lines.findIndex((text) => USE.test(text));
      return { file, line: line + 1, column: (lines[line]?.search(USE) ?? 0) + 1 };
    }),
  );
  return found
    .filter(({ line }) => line > 0)
    .map((location) => ({
      ...location,
      message: 'uses WebAssembly, which isolates do not have: the run fails where it gets there',
      chain: [],
    }));
}
