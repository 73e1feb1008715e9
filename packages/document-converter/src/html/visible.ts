// The texts of a page by the rules of HTML, whatever is read of them: what the count of words compares.
import { type DefaultTreeAdapterTypes, parse, type ParserOptions } from 'parse5';
import { attribute, hasNoValue, isElement, isFormula, isHidden, textContent } from './elements.js';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/** Pages in pages beyond this are left out. */
export const MAX_PAGES = 4;
/** Scripts do not run: what a page shows in their place is a part of it. */
export const PARSING = { scriptingEnabled: false } satisfies ParserOptions<never>;
/** Elements whose text is for programs, or in place of what is shown. */
const NO_TEXT = new Set('head script style rp metadata'.split(' '));

/** Returns all texts of a page, and of the pages that are written in it. */
export function* textsOfPage(source: string, depth = 0): Generator<string, void, undefined> {
  yield* textsWithin(parse(source, PARSING), depth);
}

/** Returns the texts of an element and within it. */
export function* textsOf(element: Element): Generator<string, void, undefined> {
  yield* attributeTexts(element);
  yield* textsWithin(element);
}

/** Returns the texts within a node, without recursion but for pages in it. */
export function* textsWithin(parent: ParentNode, depth = 0): Generator<string, void, undefined> {
  const waiting: Node[] = childrenOf(parent).toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.nodeName === '#text' && 'value' in next) yield next.value;
    if (!isElement(next) || NO_TEXT.has(next.tagName)) continue;
    yield* attributeTexts(next);
    const page = pageIn(next);
    if (page === undefined) for (const child of childrenOf(next).toReversed()) waiting.push(child);
    else if (depth < MAX_PAGES) yield* textsOfPage(page, depth + 1);
  }
}

/** Returns the texts in place of pictures that are shown, without recursion. */
export function altsWithin(parent: ParentNode): string[] {
  const alts: string[] = [];
  const waiting: Node[] = childrenOf(parent).toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isElement(next) || NO_TEXT.has(next.tagName) || isHidden(next)) continue;
    if (next.tagName === 'img' && !isFormula(next))
      alts.push((attribute(next, 'alt') ?? '').trim());
    for (const child of next.childNodes.toReversed()) waiting.push(child);
  }
  return alts.filter((alt) => alt !== '');
}

/** Returns the page that is written in a frame, or stands where there are none; undefined where children are read as they are. */
function pageIn(element: Element): string | undefined {
  // Once it is read its children are those of its page.
  const isRead = element.childNodes.some((child) => isElement(child));
  if (isRead) return undefined;
  if (element.tagName === 'iframe') return attribute(element, 'srcdoc') ?? '';
  return /^no(?:frames|embed)$/.test(element.tagName) ? textContent(element) : undefined;
}

function childrenOf(node: ParentNode): Node[] {
  return 'content' in node && node.childNodes.length === 0
    ? (node as DefaultTreeAdapterTypes.Template).content.childNodes
    : node.childNodes;
}

function* attributeTexts(element: Element): Generator<string, void, undefined> {
  const { attrs, tagName } = element;
  if (attrs.length === 0) return;
  for (const { name, value } of attrs)
    if (name === 'title' || isShown(element, tagName, name)) yield value;
}

function isShown(element: Element, tagName: string, name: string): boolean {
  switch (name) {
    case 'placeholder':
      return (tagName === 'input' && !hasNoValue(element)) || tagName === 'textarea';
    case 'value':
      return tagName === 'input' && !hasNoValue(element);
    case 'label':
      return tagName === 'option' || tagName === 'optgroup';
    case 'alt':
      return tagName === 'area' || (tagName === 'input' && attribute(element, 'type') === 'image');
    default:
      return false;
  }
}
