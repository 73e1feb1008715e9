import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';

interface SourceMapJson {
  sources: string[];
  mappings: string;
}

/** The author's files, as a map contains them in addition to locations. */
export interface OwnSources {
  /** Path of the file with `run`. */
  entry: string;
  /** Texts by path. */
  texts: ReadonlyMap<string, string>;
}

/**
 * Reduces a source map to all locations of the author's own files and one per line of packages. For a bundle of
 * packages, the map is then a fifth as large as the code, not equally large. Names are omitted, since stacks contain
 * them. With `own`, the map includes the author's files.
 */
export function slimMap(
  json: string,
  isOwn: (source: string) => boolean,
  own?: OwnSources,
): string {
  // The map is esbuild's output.
  const { sources, mappings } = JSON.parse(json) as SourceMapJson;
  const areOwn = sources.map(isOwn);
  const slim = decode(mappings).map((line) =>
    line.flatMap(([column, source, ...location], index): SourceMapSegment[] => {
      if (source === undefined) return [];
      const wanted = areOwn[source] === true || line[index - 1]?.[1] !== source;
      return wanted ? [[column, source, location[0] ?? 0, location[1] ?? 0]] : [];
    }),
  );
  const map = { version: 3, sources, names: [], mappings: encode(slim) };
  if (own === undefined) return JSON.stringify(map);
  const all = [...new Set([...sources, ...[...own.texts.keys()].toSorted()])];
  const sourcesContent = all.map((source) => own.texts.get(source) ?? null);
  return JSON.stringify({ ...map, sources: all, sourcesContent, x_entry: own.entry });
}
