import { type AnyNode, Element } from 'domhandler';
import { DomUtils, ElementType, parseDocument } from 'htmlparser2';

/** Maximum nesting of elements in a valid document. */
const MAX_DEPTH = 500;

/**
 * Parses XML as a tree of elements. Nothing external is loaded: entities that the document declares are kept as
 * written.
 * @returns undefined if there is no element or the nesting is too deep
 */
export function parseXml(source: string): Element | undefined {
  if (isTooDeep(source)) return undefined;
  const document = parseDocument(source, { xmlMode: true, decodeEntities: true });
  return document.children.find((node): node is Element => node instanceof Element);
}

/** Returns whether the nesting is too deep, before a parser builds a tree that recursion cannot walk. */
function isTooDeep(source: string): boolean {
  let depth = 0;
  for (const { 0: tag } of source.matchAll(/<(?:\/|[A-Za-z_])[^<>]*>/g)) {
    if (tag.startsWith('</')) depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

export function localName(element: Element): string {
  return element.name.slice(element.name.indexOf(':') + 1);
}

export function childElements(element: Element): Element[] {
  return element.children.filter((node): node is Element => node instanceof Element);
}

/** Returns the first child with a local name. */
export function child(element: Element, name: string): Element | undefined {
  return childElements(element).find((each) => localName(each) === name);
}

/** Returns all descendants with a local name in document order. */
export function descendants(element: Element, name: string): Element[] {
  const found: Element[] = [];
  const prefixed = `:${name}`;
  const collect = (parent: Element): void => {
    for (const node of parent.children) {
      if (!(node instanceof Element)) continue;
      if (node.name === name || node.name.endsWith(prefixed)) found.push(node);
      collect(node);
    }
  };
  collect(element);
  return found;
}

/** Elements with positions, formulas, or fallback content for older programs. */
const SILENT =
  /^(?:from|to|oMath|oMathPara|Fallback|tableStyleId|ClientData|f|sqref|formatCode|num(?:Ref|Lit|Cache|Dim)|strCache|strRef|multiLvlStrRef|printSettings|filtered\w*|author|rPh)$/;

/** Returns the visible texts within an element; a paragraph is one text. */
export function textsIn(element: Element): string[] {
  return element.children.flatMap((node) => {
    if (node instanceof Element) {
      const name = localName(node);
      if (name === 'br') return [' '];
      return SILENT.test(name) ? [] : name === 'p' ? [textsIn(node).join('')] : textsIn(node);
    }
    return 'data' in node && node.type !== ElementType.Comment ? [node.data] : [];
  });
}

export function xmlText(node: AnyNode | undefined): string {
  return node === undefined ? '' : DomUtils.textContent(node).trim();
}
