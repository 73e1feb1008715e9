import { DocumentError } from '../converted.js';
import { quoted } from '../input/losses.js';
import { type Block, type DocumentTree, heading } from '../tree.js';
import { nestTree } from './nest-tree.js';
import { type Inner, type Source } from './port.js';

/** Maximum nesting of documents that are converted; deeper ones are kept as files. */
const MAX_DEPTH = 4;
const MAX_DOCUMENTS = 500;
/** Maximum total size of inner documents at all depths, in bytes. */
const MAX_BYTES = 512 * 1024 * 1024;
/** Maximum number of warnings of one inner document; the outer document has at most a hundred. */
const MAX_WARNINGS = 10;

/** Remaining amounts that may be converted within one upload. */
export interface InnerBudget {
  documents: number;
  bytes: number;
}

export function innerBudget(): InnerBudget {
  return { documents: MAX_DOCUMENTS, bytes: MAX_BYTES };
}

/**
 * Returns a function that converts the documents inside a document. Each becomes a part with its name as the heading;
 * one that cannot be converted is reported, and the others are still converted.
 * @param read converts a document of the same upload to a tree
 */
export function innerReader(
  outer: Pick<Source, 'media' | 'warnings'>,
  budget: InnerBudget,
  depth: number,
  read: (inner: Inner, warnings: string[], depth: number) => Promise<DocumentTree>,
): Source['readInner'] {
  let count = 0;
  return async (inner, level) => {
    const reported = (why: string) => {
      outer.warnings.push(`${quoted(inner.name)} was not converted: ${why}`);
      return undefined;
    };
    if (depth >= MAX_DEPTH) return reported(`it is in a document within ${MAX_DEPTH} others.`);
    if (budget.documents < 1 || budget.bytes < inner.bytes.length)
      return reported('the documents inside this one are too many, or too large together.');
    budget.documents -= 1;
    budget.bytes -= inner.bytes.length;
    const warnings: string[] = [];
    try {
      const tree = await read(inner, warnings, depth + 1);
      count += 1;
      const title: Block = heading(level, (inner.title ?? inner.name).slice(0, 200));
      const { blocks, notes } = nestTree(tree, `${depth}-${count}-`, level);
      return { blocks: [title, ...blocks], notes };
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      // Files of other formats do not count towards the limit on documents.
      if (error.code === 'unsupported') budget.documents += 1;
      if (inner.optional === true && error.code === 'unsupported') return undefined;
      return reported(error.message);
    } finally {
      for (const warning of warnings.slice(0, MAX_WARNINGS))
        outer.warnings.push(`In ${quoted(inner.name)}: ${warning}`);
      const more = warnings.length - MAX_WARNINGS;
      if (more > 0) outer.warnings.push(`In ${quoted(inner.name)}: ${more} more warnings.`);
    }
  };
}
