import { type DefaultTreeAdapterTypes } from 'parse5';
import { type Losses } from '../input/losses.js';
import { type Block, type Style } from '../tree.js';
import { type Link } from './builder.js';

/** Resolves links and pictures of a document. */
export interface Resolver {
  /** Returns the URL of a link; undefined if the link is not kept. */
  link: (href: string) => string | undefined;
  /** Returns the link to a picture, or undefined. */
  image: (src: string) => string | undefined;
  /** Receives reports of content that is left out. */
  losses: Losses;
  /** Pictures that the document has shown, which its content for browsers without scripts repeats. */
  pictures: Set<string>;
}

export interface Context {
  style: Style;
  link?: Link;
  /** Nesting depth of elements. */
  depth: number;
  /** True in a table cell, in which a table of one row is still a table. */
  inCell?: boolean;
  /** Check box that the marker of the list item shows. */
  box?: DefaultTreeAdapterTypes.Element | undefined;
  /** True in content for browsers without scripts. */
  withoutScripts?: boolean;
  resolver: Resolver;
  /** Reads the children of a node. */
  read: (node: DefaultTreeAdapterTypes.ParentNode, context: Context) => Block[];
  /** Reads an element that occurs where others are expected. */
  readOne: (node: DefaultTreeAdapterTypes.Element, context: Context) => Block[];
}
