import { type Losses } from '../../input/losses.js';
import { type XmlNode } from '../../input/xml-nodes.js';
import { type Relation } from '../../sheets/package.js';
import { type Block } from '../../tree.js';
import { type DocumentParts } from '../parts.js';
import { officeTexts } from '../visible.js';
import { type BoundData } from './bound-data.js';
import { OpenFields } from './fields.js';
import { type WordNumbering } from './numbering.js';
import { type WordStyles } from './styles.js';

/** A Word document that is being read. */
export interface WordDocument {
  parts: DocumentParts;
  styles: WordStyles;
  numbering: WordNumbering;
  losses: Losses;
  /** Data to which content controls are bound, shown by those without text. */
  data: BoundData;
  /** Ids of referenced notes. */
  notes: Set<string>;
  /** Paths of chunks in other formats, by the block that they replace. */
  chunks: Map<Block, string>;
  /** Returns the content of a text box, a cell or a note. */
  read: (parent: XmlNode, story: WordStory) => Block[];
}

/** The text of one part of a document, or of a box in it. */
export interface WordStory {
  document: WordDocument;
  links: ReadonlyMap<string, Relation>;
  /** Open fields, which may continue in the next paragraph. */
  fields: OpenFields;
  /** Drop cap of the next paragraph, which is in a separate frame before it. */
  initial: string;
}

/** Records text that a reviewer has moved: it must occur at its new place, otherwise it is lost. */
export function countMoved(node: XmlNode, { document }: WordStory): void {
  document.losses.words.once('what a reviewer has moved', () => node.elements.flatMap(officeTexts));
}

export function createStory(
  document: WordDocument,
  links: ReadonlyMap<string, Relation>,
): WordStory {
  return { document, links, fields: new OpenFields(document.losses.words), initial: '' };
}
