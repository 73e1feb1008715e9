import { DocumentError } from '../converted.js';
import { decodeText } from '../input/charset.js';
import { Losses, quoted } from '../input/losses.js';
import { ZipArchive } from '../input/zip.js';
import { type Block, type DocumentTree, isEmpty, type Note, paragraph } from '../tree.js';
import { type Source } from './port.js';

/** Files that operating systems add to archives. */
const OF_SYSTEMS = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

/** Returns the documents of an archive in order, each under its name. */
export async function readArchive(source: Source): Promise<DocumentTree> {
  const zip = new ZipArchive(source.bytes);
  const blocks: Block[] = [];
  const notes: Note[] = [];
  const losses = new Losses(source.words);
  const remark = remarkBlocks(zip.comment, source);
  let done = 0;
  for (const [name, entry] of zip.files) {
    source.progress?.(done, zip.files.size, 'parts');
    done += 1;
    if (OF_SYSTEMS.test(name)) continue;
    const about = remarkBlocks(entry.comment, source);
    const bytes = zip.readFile(entry);
    const isFolder = name.endsWith('/') && bytes?.length === 0;
    if (bytes === undefined)
      losses.add('Damaged files of the archive were left out', () => quoted(name));
    else if (bytes.length === 0 && !isFolder)
      losses.add('Empty files of the archive were left out', () => quoted(name));
    else if (!isFolder) {
      const inner = await source.readInner({ name: entry.name, title: name, bytes }, 2);
      if (inner !== undefined) source.words.own(name.slice(0, 200));
      blocks.push(...(inner?.blocks ?? []));
      notes.push(...(inner?.notes ?? []));
    }
    blocks.push(...about);
  }
  losses.report(source.warnings);
  if (blocks.length === 0)
    throw new DocumentError(
      'unsupported',
      `The archive has no document that is converted.${source.warnings.length === 0 ? '' : ` ${source.warnings[0]}`}`,
    );
  return { blocks: [...remark, ...blocks], notes };
}

/** Returns the comment on the archive or on a file. */
function remarkBlocks(comment: Buffer, { words, warnings }: Source): Block[] {
  if (comment.length === 0) return [];
  const lines = decodeText(comment, warnings).split(/\r\n?|\n/);
  words.source('a remark of the archive', () => lines);
  return lines.map((line) => paragraph(line)).filter((each) => !isEmpty([each]));
}
