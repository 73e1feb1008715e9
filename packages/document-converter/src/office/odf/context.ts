import { type Losses } from '../../input/losses.js';
import { type MediaStore } from '../../input/media.js';
import { type XmlNode } from '../../input/xml-nodes.js';
import { type Block, type Note } from '../../tree.js';
import { type DocumentParts } from '../parts.js';
import { type OdfStyles } from './styles.js';

/** An OpenDocument file while it is read. */
export interface OdfDocument {
  parts: DocumentParts;
  styles: OdfStyles;
  losses: Losses;
  media: MediaStore;
  /** Receives notes and remarks as they are found. */
  notes: Note[];
  remarks: Note[];
  /** Ids of what a reviewer has deleted, where it has text. */
  deletions: Set<string>;
  /** Fields of forms, by the ids that the text refers to. */
  controls: Map<string, XmlNode>;
  /** Returns what stands in a box, a cell or a note. */
  read: (parent: XmlNode, document: OdfDocument) => Block[];
  /** Returns the blocks that one element is. */
  readOne: (node: XmlNode, document: OdfDocument) => Block[];
}
