import { type DefaultTreeAdapterTypes } from 'parse5';
import { quoted } from '../input/losses.js';
import { type Context } from './context.js';
import { isEditLink, textContent } from './elements.js';

/** Says that an element is left out since readers do not see it. */
export function tellHidden(node: DefaultTreeAdapterTypes.Element, { resolver }: Context): void {
  const text = textContent(node);
  if (text.trim() !== '' && !isEditLink(node))
    resolver.losses.add('Hidden text was left out', quoted(text));
}
