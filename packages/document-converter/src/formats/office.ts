import { readWithEngine } from '../office/anydoc.js';
import { type Readable, readableDoc } from '../office/doc-text.js';
import { readableRtf } from '../office/rtf-text.js';
import { reportInnerObjects } from '../office/inner-objects.js';
import { tidyLists } from '../office/lists.js';
import { type DocumentTree } from '../tree.js';
import { type Source } from './port.js';

/** Reads documents of Word and PowerPoint 97 to 2003 and RTF with the engine, after marking what it would lose. */
export async function readOffice(source: Source): Promise<DocumentTree> {
  const { bytes, beside } = readable(source);
  const tree = await readWithEngine(bytes, source.format, source.media);
  return { ...tree, blocks: [...tidyLists(tree.blocks), ...beside] };
}

/** Returns a document without what its reader does not see, and with what the engine would lose marked or beside it. */
function readable({ bytes, format, warnings }: Source): Readable {
  if (format === 'rtf') return { bytes: readableRtf(bytes, warnings), beside: [] };
  reportInnerObjects(bytes, format, warnings);
  return format === 'doc' ? readableDoc(bytes, warnings) : { bytes, beside: [] };
}

/** Reads a document again with a fallback parser, without what its reader does not see. */
export async function readSeen(
  source: Source,
  parse: (source: Source) => DocumentTree | Promise<DocumentTree>,
): Promise<DocumentTree> {
  const { bytes, format, warnings } = source;
  const { bytes: seen, beside } =
    format === 'rtf'
      ? { bytes: readableRtf(bytes, warnings, false), beside: [] }
      : readableDoc(bytes, warnings);
  const tree = await parse({ ...source, bytes: seen });
  return { ...tree, blocks: [...tree.blocks, ...beside] };
}
