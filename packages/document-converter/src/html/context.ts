import { type DefaultTreeAdapterTypes } from 'parse5';
import { type Block, type Style } from '../tree.js';
import { type Link } from './builder.js';

/** How what a document refers to is linked. */
export interface Resolver {
  /** Undefined where no link is kept. */
  link: (href: string) => string | undefined;
  /** Undefined where there is no picture to link to. */
  image: (src: string) => string | undefined;
}

export interface Context {
  style: Style;
  link?: Link;
  /** Of elements in each other. */
  depth: number;
  resolver: Resolver;
  /** What the children of a node make. */
  read: (node: DefaultTreeAdapterTypes.ParentNode, context: Context) => Block[];
}
