import type { Metafile } from 'esbuild';

/** What a bundle consists of. */
export interface BundleInput {
  /** Path relative to the bundle's root; `node:…` for what stands in for a module of Node. */
  file: string;
  /** What it takes of the bundle, in bytes. */
  bytes: number;
}

/** Every file that something of is in the bundle, the largest first. */
export function inputsOf({ outputs }: Metafile): BundleInput[] {
  return Object.values(outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .map(([file, { bytesInOutput }]) => ({ file, bytes: bytesInOutput }))
    .filter(({ bytes }) => bytes > 0)
    .toSorted((one, other) => other.bytes - one.bytes);
}

/** The name of the package that a file belongs to, null for the author's own. */
export function packageOf(file: string): string | null {
  const [, name] = /.*(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
  return name ?? null;
}

/** The same with all files of a package as one, and all that stand in for modules of Node. */
export function byPackage(inputs: readonly BundleInput[]): BundleInput[] {
  const sums = new Map<string, number>();
  for (const { file, bytes } of inputs) {
    const name = file.startsWith('node:') ? 'modules of Node' : (packageOf(file) ?? file);
    sums.set(name, (sums.get(name) ?? 0) + bytes);
  }
  return [...sums]
    .map(([file, bytes]) => ({ file, bytes }))
    .toSorted((one, other) => other.bytes - one.bytes);
}
