import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { type Losses, quoted } from '../input/losses.js';
import { attribute, isElement, textContent } from './elements.js';
import { Layouts } from './sheets.js';
import { MAX_PAGES, PARSING, textsWithin } from './visible.js';

type Document = DefaultTreeAdapterTypes.Document;
type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;
type Node = DefaultTreeAdapterTypes.ChildNode;

const SHADOW = 'shadowrootmode';

function parsePage(source: string, losses: Losses, depth = 0): Document {
  return unfolded(parse(source, PARSING), source, losses, depth);
}

/**
 * Returns a page as its readers see it: inline pages, the content for browsers without frames, and declarative shadow
 * trees become children of their elements.
 */
export function unfolded(document: Document, source: string, losses: Losses, depth = 0): Document {
  const waiting: Node[] = [...document.childNodes];
  const more = (nodes: readonly Node[]) => {
    for (const node of nodes) waiting.push(node);
  };
  const layouts = /<style/i.test(source) ? collectLayouts(document, losses) : new Layouts(losses);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isElement(next)) continue;
    layouts.apply(next);
    switch (next.tagName) {
      case 'iframe':
        adopt(next, innerPage(next, losses, depth));
        break;
      case 'noframes':
      case 'noembed':
        adopt(
          next,
          depth < MAX_PAGES ? parsePage(textContent(next), losses, depth + 1).childNodes : [],
        );
        break;
      case 'template':
        // The use that scripts make of a template is not known.
        if ('content' in next) adopt(next, listTemplateNodes(next));
        next.attrs.push({ name: 'hidden', value: '' });
        more(next.childNodes);
        break;
      default:
        attachShadow(next, losses);
        more(next.childNodes);
    }
  }
  return document;
}

/** Returns the layouts of all style sheets of a page. */
function collectLayouts(document: Document, losses: Losses): Layouts {
  const layouts = new Layouts(losses);
  const waiting: Node[] = [...document.childNodes];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isElement(next)) continue;
    if (next.tagName === 'style') layouts.add(textContent(next));
    else for (const child of next.childNodes) waiting.push(child);
  }
  return layouts;
}

function innerPage(frame: Element, losses: Losses, depth: number): Node[] {
  const source = attribute(frame, 'srcdoc');
  if (source === undefined) return [];
  if (depth < MAX_PAGES) return parsePage(source, losses, depth + 1).childNodes;
  losses.add(`Pages in ${MAX_PAGES} others were left out`, () => quoted(source));
  return [];
}

function listTemplateNodes(template: Element): Node[] {
  return 'content' in template
    ? (template as DefaultTreeAdapterTypes.Template).content.childNodes
    : [];
}

/**
 * Makes the declarative shadow tree of an element its children, and moves the element's own children into their slots.
 */
function attachShadow(host: Element, losses: Losses): void {
  const template = host.childNodes.find(
    (each): each is DefaultTreeAdapterTypes.Template =>
      isElement(each) && each.tagName === 'template' && attribute(each, SHADOW) !== undefined,
  );
  if (template === undefined) return;
  const assigned = new Map<string, Node[]>();
  for (const child of host.childNodes) {
    if (child === template) continue;
    const slot = isElement(child) ? (attribute(child, 'slot') ?? '') : '';
    const nodes = assigned.get(slot);
    if (nodes === undefined) assigned.set(slot, [child]);
    else nodes.push(child);
  }
  const waiting: Node[] = [...template.content.childNodes];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isElement(next)) continue;
    const name = attribute(next, 'name') ?? '';
    const nodes = next.tagName === 'slot' ? assigned.get(name) : undefined;
    if (nodes === undefined) for (const child of next.childNodes) waiting.push(child);
    else {
      for (const said of textsWithin(next)) losses.words.know(said);
      adopt(next, nodes);
      assigned.delete(name);
    }
  }
  const shown = template.content.childNodes;
  // Children without a slot are not shown.
  template.content.childNodes = [...assigned.values()].flat();
  adopt(host, [...shown, template]);
}

function adopt(parent: ParentNode & Node, children: readonly Node[]): void {
  parent.childNodes = [...children];
  for (const child of children) child.parentNode = parent;
}
