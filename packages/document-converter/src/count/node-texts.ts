import { type XmlNode } from '../input/xml-nodes.js';

/** Returns whether the character data of an element is text according to its format. */
export type Rule = (node: XmlNode, parent: XmlNode | undefined) => boolean;

/** Calls `take` with all character data within an element, except for elements that are not text. */
export function eachText(node: XmlNode, isText: Rule, take: (text: string) => void): void {
  for (const child of node.children)
    if (typeof child === 'string') take(child);
    else if (child.children.length > 0 && isText(child, node)) eachText(child, isText, take);
}

/**
 * Returns the text within an element. A paragraph is one text, since the parts of a word may have different styles.
 */
export function linesIn(node: XmlNode, isText: Rule): string[] {
  return node.children.flatMap((child) => {
    if (typeof child === 'string') return [child];
    if (child.name === 'br') return [' '];
    if (child.children.length === 0 || !isText(child, node)) return [];
    const lines = linesIn(child, isText);
    return child.name === 'p' ? [lines.join('')] : lines;
  });
}

/** Returns the character data within an element; all of it without a rule. */
export function textsIn(node: XmlNode, isText: Rule = () => true): string[] {
  const found: string[] = [];
  eachText(node, isText, (text) => found.push(text));
  return found;
}
