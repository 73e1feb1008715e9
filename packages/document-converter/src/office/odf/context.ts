import { type Losses } from '../../input/losses.js';
import { type MediaStore } from '../../input/media.js';
import { type XmlNode } from '../../input/xml-nodes.js';
import { type Block, type Note } from '../../tree.js';
import { type DocumentParts } from '../parts.js';
import { type OdfStyles } from './styles.js';

/** An OpenDocument file that is being read. */
export interface OdfDocument {
  parts: DocumentParts;
  styles: OdfStyles;
  losses: Losses;
  media: MediaStore;
  /** Footnotes and comments, in the order in which they are found. */
  notes: Note[];
  remarks: Note[];
  /** Ids of deletions that contain text. */
  deletions: Set<string>;
  /** Form controls by id. */
  controls: Map<string, XmlNode>;
  /** Returns the content of a box, a cell or a note. */
  read: (parent: XmlNode, document: OdfDocument) => Block[];
  /** Returns the blocks of one element. */
  readOne: (node: XmlNode, document: OdfDocument) => Block[];
}
