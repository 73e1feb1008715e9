import type { Metafile } from 'esbuild';

/** Returns the shortest import chain from the entry to a file, both included; the file alone if there is none. */
export function importChain({ inputs }: Metafile, entry: string, file: string): string[] {
  const importers = new Map<string, string | null>([[entry, null]]);
  // Grows during the iteration: breadth first.
  for (const current of importers.keys())
    for (const { path } of inputs[current]?.imports ?? [])
      if (path in inputs && !importers.has(path)) importers.set(path, current);
  const chain: string[] = [];
  for (let at: string | null | undefined = file; at != null; at = importers.get(at))
    chain.unshift(at);
  return chain;
}
