import { isMarkdownName, markdownPath } from '../../../files/files/documents/document-paths.js';

/**
 * Returns the documents whose Markdown would occupy a path or a folder above it. This applies only to workspaces that
 * convert documents; where a document was stored shows whether one does.
 */
function documentsAt(path: string): string[] {
  const documents: string[] = [];
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const place = path.slice(0, end);
    const document = place.slice(0, -markdownPath('').length);
    if (place === markdownPath(document) && !isMarkdownName(document)) documents.push(document);
  }
  return documents;
}

/**
 * Returns the document whose Markdown occupies a path or a folder above it, or null. `placeOf` returns where a document
 * is stored.
 */
export function takenBy(
  path: string,
  placeOf: (document: string) => string | undefined,
): string | null {
  const taken = documentsAt(path).find((document) =>
    placeOf(document)?.endsWith(markdownPath(document)),
  );
  return taken ?? null;
}

/** Returns the reason for skipping a file whose path is occupied by a document's Markdown. */
export function takenReason(document: string): string {
  return `the Markdown of ${document} has its place`;
}

/** Groups items into waves, so that an item comes after any document whose Markdown may occupy its path. */
export function inWaves<T>(items: Iterable<T>, pathOf: (item: T) => string): T[][] {
  const all = [...items];
  const paths = new Set(all.map(pathOf));
  const ranks = new Map<string, number>();
  const computeRank = (path: string): number => {
    const known = ranks.get(path);
    if (known !== undefined) return known;
    const before = documentsAt(path).filter((document) => paths.has(document));
    const rank = Math.max(0, ...before.map((document) => computeRank(document) + 1));
    ranks.set(path, rank);
    return rank;
  };
  const waves: T[][] = [];
  for (const item of all) (waves[computeRank(pathOf(item))] ??= []).push(item);
  return waves;
}
