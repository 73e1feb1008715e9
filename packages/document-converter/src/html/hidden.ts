import { type DefaultTreeAdapterTypes } from 'parse5';
import { placeAfter } from '../input/losses.js';
import { type Context } from './context.js';
import { collectTexts } from './visible.js';
import { hasText, isEditLink, isElement, isHidden } from './elements.js';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;

/** Elements with text that is never shown. */
const NOT_SHOWN = new Set(['head', 'style', 'script']);

/** Reports that a hidden element is left out, with the text before it. */
export function reportHidden(node: Element, { resolver }: Context): void {
  const { losses } = resolver;
  const texts = collectTexts(node);
  if (hasText(node) && !isEditLink(node))
    losses.add('Hidden text was left out', () => placeAfter(textBefore(node)), texts);
  else for (const text of texts) losses.words.know(text);
}

/** Returns the last text that is shown before a node. */
function textBefore(node: Node): string {
  let at: Node | undefined = node;
  while (at !== undefined) {
    const { parentNode }: Node = at;
    const siblings: Node[] = parentNode?.childNodes ?? [];
    for (const sibling of siblings.slice(0, siblings.indexOf(at)).toReversed()) {
      const text = lastText(sibling);
      if (text !== '') return text;
    }
    at = parentNode !== null && 'tagName' in parentNode ? parentNode : undefined;
  }
  return '';
}

function lastText(node: Node): string {
  const waiting: Node[] = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.nodeName === '#text' && 'value' in next && next.value.trim() !== '') return next.value;
    if (!isElement(next) || isHidden(next) || NOT_SHOWN.has(next.tagName)) continue;
    for (const child of next.childNodes) waiting.push(child);
  }
  return '';
}
