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
}

export interface Context {
  style: Style;
  link?: Link;
  /** Nesting depth of elements. */
  depth: number;
  /** True in a cell of a table, where a table of one row is a row all the same. */
  inCell?: boolean;
  resolver: Resolver;
  /** Reads the children of a node. */
  read: (node: DefaultTreeAdapterTypes.ParentNode, context: Context) => Block[];
}
