import type { Metafile } from 'esbuild';

/**
 * Returns the shortest import chain from the entry to a file, both included; the file alone if no chain leads to it.
 */
export function importChain({ inputs }: Metafile, entry: string, file: string): string[] {
  const importers = new Map<string, string | null>([[entry, null]]);
  // The map grows during the iteration, which makes this a breadth-first search.
  for (const current of importers.keys())
    for (const { path } of inputs[current]?.imports ?? [])
      if (path in inputs && !importers.has(path)) importers.set(path, current);
  const chain: string[] = [];
  for (let at: string | null | undefined = file; at != null; at = importers.get(at))
    chain.unshift(at);
  return chain;
}
