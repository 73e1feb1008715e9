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

/** A document of Word while it is read. */
export interface WordDocument {
  parts: DocumentParts;
  styles: WordStyles;
  numbering: WordNumbering;
  losses: Losses;
  /** The data that content controls are bound to, which those without a text of their own show. */
  data: BoundData;
  /** Receives the ids of notes as they are referred to. */
  notes: Set<string>;
  /** Receives documents of other formats that stand in this one, each with the block that it takes the place of. */
  chunks: Map<Block, string>;
  /** Returns what stands in a box of text, a cell or a note. */
  read: (parent: XmlNode, story: WordStory) => Block[];
}

/** One of its parts, or of the boxes in them. */
export interface WordStory {
  document: WordDocument;
  links: ReadonlyMap<string, Relation>;
  /** The fields that have begun: one may go on in the next paragraph. */
  fields: OpenFields;
  /** The letter that the next paragraph begins with, if that stands in a frame of its own before it. */
  initial: string;
}

/** Takes account of text that a reviewer has moved: what has no new place is lost. */
export function countMoved(node: XmlNode, { document }: WordStory): void {
  document.losses.words.once('what a reviewer has moved', () => node.elements.flatMap(officeTexts));
}

export function storyOf(document: WordDocument, links: ReadonlyMap<string, Relation>): WordStory {
  return { document, links, fields: new OpenFields(document.losses.words), initial: '' };
}
