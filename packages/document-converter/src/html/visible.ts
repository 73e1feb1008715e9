// The texts of a page by the rules of HTML, whether or not they are read: the basis of the word count.
import { type DefaultTreeAdapterTypes, parse, type ParserOptions } from 'parse5';
import { attribute, hasNoValue, isElement, isFormula, isHidden, textContent } from './elements.js';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/** Maximum nesting of inline pages; deeper ones are left out. */
export const MAX_PAGES = 4;
/** Parser options with scripts off, so that the content for browsers without scripts is parsed. */
export const PARSING = { scriptingEnabled: false } satisfies ParserOptions<never>;
/** Elements whose text is for programs or replaces visible content. */
const NO_TEXT = new Set('head script style rp metadata'.split(' '));

/** Returns all texts of a page and of its inline pages. */
export function textsOfPage(source: string): string[] {
  return textsWithin(parse(source, PARSING));
}

/** Returns the texts of an element and its descendants. */
export function collectTexts(element: Element): string[] {
  const texts: string[] = [];
  takeAttributes(element, (text) => texts.push(text));
  return [...texts, ...textsWithin(element)];
}

/** Returns the texts within a node. */
export function textsWithin(parent: ParentNode): string[] {
  const texts: string[] = [];
  eachText(parent, (text) => texts.push(text));
  return texts;
}

/** Calls `take` with each text within a node in order. Only inline pages are read by recursion. */
export function eachText(parent: ParentNode, take: (text: string) => void, depth = 0): void {
  const waiting: Node[] = [];
  push(listChildNodes(parent), waiting);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.nodeName === '#text' && 'value' in next) take(next.value);
    if (!isElement(next) || NO_TEXT.has(next.tagName)) continue;
    takeAttributes(next, take);
    const page = pageIn(next);
    if (page === undefined) push(listChildNodes(next), waiting);
    else if (depth < MAX_PAGES) eachText(parse(page, PARSING), take, depth + 1);
  }
}

function push(nodes: readonly Node[], waiting: Node[]): void {
  for (let at = nodes.length - 1; at >= 0; at -= 1) {
    const node = nodes[at];
    if (node !== undefined) waiting.push(node);
  }
}

/** Returns the alternative texts of visible pictures, without recursion. */
export function altsWithin(parent: ParentNode): string[] {
  const alts: string[] = [];
  const waiting: Node[] = [];
  push(listChildNodes(parent), waiting);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isElement(next) || NO_TEXT.has(next.tagName) || isHidden(next)) continue;
    if (next.tagName === 'img' && !isFormula(next))
      alts.push((attribute(next, 'alt') ?? '').trim());
    push(next.childNodes, waiting);
  }
  return alts.filter((alt) => alt !== '');
}

const PAGES = new Set(['iframe', 'noframes', 'noembed']);

/**
 * Returns the source of an inline page or of the content for browsers without frames; undefined for other elements.
 */
function pageIn(element: Element): string | undefined {
  if (!PAGES.has(element.tagName)) return undefined;
  // After unfolding, the children of the element are those of its page.
  const isRead = element.childNodes.some((child) => isElement(child));
  if (isRead) return undefined;
  if (element.tagName === 'iframe') return attribute(element, 'srcdoc') ?? '';
  return textContent(element);
}

function listChildNodes(node: ParentNode): Node[] {
  return 'content' in node && node.childNodes.length === 0
    ? (node as DefaultTreeAdapterTypes.Template).content.childNodes
    : node.childNodes;
}

function takeAttributes(element: Element, take: (text: string) => void): void {
  for (const { name, value } of element.attrs)
    if (name === 'title' || isShown(element, element.tagName, name)) take(value);
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
