import { DocumentError } from '../converted.js';
import { Losses, quoted } from '../input/losses.js';
import { ZipArchive } from '../input/zip.js';
import { type Block, type DocumentTree, type Note } from '../tree.js';
import { type Source } from './port.js';

/** Files that systems add to archives, which no person has put there. */
const OF_SYSTEMS = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

/** Returns the documents of an archive one after the other, in its order, each under its name. */
export async function readArchive(source: Source): Promise<DocumentTree> {
  const zip = new ZipArchive(source.bytes);
  const blocks: Block[] = [];
  const notes: Note[] = [];
  const losses = new Losses();
  for (const [done, name] of zip.names.entries()) {
    source.progress?.(done, zip.names.length, 'parts');
    if (name.endsWith('/') || OF_SYSTEMS.test(name)) continue;
    const bytes = zip.readSound(name);
    if (bytes === undefined)
      losses.add('Damaged files of the archive were left out', () => quoted(name));
    else if (bytes.length === 0)
      losses.add('Empty files of the archive were left out', () => quoted(name));
    else {
      const inner = await source.readInner({ name, bytes }, 2);
      blocks.push(...(inner?.blocks ?? []));
      notes.push(...(inner?.notes ?? []));
    }
  }
  losses.report(source.warnings);
  if (blocks.length === 0)
    throw new DocumentError(
      'unsupported',
      `The archive has no document that is converted.${source.warnings.length === 0 ? '' : ` ${source.warnings[0]}`}`,
    );
  return { blocks, notes };
}
