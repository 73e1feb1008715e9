import { type DefaultTreeAdapterTypes } from 'parse5';
import { type Losses } from '../input/losses.js';
import { type Block, type Style } from '../tree.js';
import { type Link } from './builder.js';

/** Resolves links and pictures of a document. */
export interface Resolver {
  /** Returns undefined if the link is not kept. */
  link: (href: string) => string | undefined;
  /** Returns undefined if there is no picture to link to. */
  image: (src: string) => string | undefined;
  /** Receives what is left out. */
  losses: Losses;
  /** Pictures that the document has shown: what it shows without scripts repeats them. */
  pictures: Set<string>;
}

export interface Context {
  style: Style;
  link?: Link;
  /** Nesting depth of elements. */
  depth: number;
  /** True in a cell of a table, where a table of one row is a row all the same. */
  inCell?: boolean;
  /** The check box that the marker of an item shows. */
  box?: DefaultTreeAdapterTypes.Element | undefined;
  /** True in what a page shows where no scripts run. */
  withoutScripts?: boolean;
  resolver: Resolver;
  /** Reads the children of a node. */
  read: (node: DefaultTreeAdapterTypes.ParentNode, context: Context) => Block[];
  /** Reads an element that stands where others are expected. */
  readOne: (node: DefaultTreeAdapterTypes.Element, context: Context) => Block[];
}
