import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const ENDINGS = ['', '.ts', '.tsx', '.mts', '.d.ts', '/index.ts', '/index.d.ts'];

/**
 * Opens the author's own file that a relative type import names. Returns null for packages and aliases, whose types are
 * not followed.
 */
export function openTypeImport(
  specifier: string,
  from: string,
): { file: string; source: string } | null {
  if (!/^\.{1,2}\//.test(specifier)) return null;
  const named = resolve(dirname(from), specifier);
  const file = [named, named.replace(/\.([cm]?)js$/, '')]
    .flatMap((base) => ENDINGS.map((ending) => base + ending))
    .find((path) => /\.[cm]?tsx?$/.test(path) && isFile(path));
  return file === undefined ? null : { file, source: readFileSync(file, 'utf8') };
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
