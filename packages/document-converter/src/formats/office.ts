import { readWithEngine } from '../office/anydoc.js';
import { readableDoc } from '../office/doc-text.js';
import { reportInnerObjects } from '../office/inner-objects.js';
import { tidyLists } from '../office/lists.js';
import { type DocumentTree } from '../tree.js';
import { type Source } from './port.js';

/** Reads documents of Word and PowerPoint 97 to 2003 with the engine, without hidden content. */
export async function readOffice(source: Source): Promise<DocumentTree> {
  const { bytes, format, warnings, media, words } = source;
  reportInnerObjects(bytes, format, warnings);
  const seen = format === 'doc' ? readableDoc(bytes, warnings, words) : { bytes, beside: [] };
  const tree = await readWithEngine(seen.bytes, format, media);
  return { ...tree, blocks: [...tidyLists(tree.blocks), ...seen.beside] };
}

/** Reads a document of Word 97 to 2003 with a fallback parser, without hidden content. */
export function readSeen(source: Source, parse: (source: Source) => DocumentTree): DocumentTree {
  const { bytes, beside } = readableDoc(source.bytes, source.warnings, source.words);
  const tree = parse({ ...source, bytes });
  return { ...tree, blocks: [...tree.blocks, ...beside] };
}
