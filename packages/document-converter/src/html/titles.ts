import { type DefaultTreeAdapterTypes } from 'parse5';
import { type Block, paragraph } from '../tree.js';
import { type Context } from './context.js';
import { attribute, readTitle } from './elements.js';

type Element = DefaultTreeAdapterTypes.Element;

/** Returns the title of an element to append to its text, or ''. A title that is not kept is recorded as known. */
export function takeTitle(node: Element, { resolver }: Context): string {
  if (node.attrs.length === 0) return '';
  const isLink = node.tagName === 'a' && resolver.link(attribute(node, 'href') ?? '') !== undefined;
  const title = isLink ? '' : readTitle(node);
  if (title !== '') return ` (${title})`;
  resolver.losses.words.know(attribute(node, 'title') ?? '');
  return '';
}

/** Returns the title of an element whose children alone are read. */
export function titleBlocks(node: Element, context: Context): Block[] {
  const title = takeTitle(node, context).trim();
  return title === '' ? [] : [paragraph(title)];
}
