import type { Metafile } from 'esbuild';

/** A part of a bundle. */
export interface BundleInput {
  /** Path relative to the bundle's root; `node:…` for a replacement of a Node module. */
  file: string;
  /** Size of its code in the bundle. */
  bytes: number;
}

/** Returns all files with code in the bundle, largest first. */
export function listBundleInputs({ outputs }: Metafile): BundleInput[] {
  return Object.values(outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .map(([file, { bytesInOutput }]) => ({ file, bytes: bytesInOutput }))
    .filter(({ bytes }) => bytes > 0)
    .toSorted((one, other) => other.bytes - one.bytes);
}

/** Returns the name of the package that a file belongs to; null for the author's own files. */
export function findPackageName(file: string): string | null {
  const [, name] = /.*(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
  return name ?? null;
}

/** Merges the inputs by package, and all replacements of Node modules into one entry. */
export function byPackage(inputs: readonly BundleInput[]): BundleInput[] {
  const sums = new Map<string, number>();
  for (const { file, bytes } of inputs) {
    const name = file.startsWith('node:') ? 'modules of Node' : (findPackageName(file) ?? file);
    sums.set(name, (sums.get(name) ?? 0) + bytes);
  }
  return [...sums]
    .map(([file, bytes]) => ({ file, bytes }))
    .toSorted((one, other) => other.bytes - one.bytes);
}
