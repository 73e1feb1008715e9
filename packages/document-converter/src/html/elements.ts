import { type DefaultTreeAdapterTypes } from 'parse5';
import { type Style } from '../tree.js';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;

/** Elements without readable content. */
export const DROPPED = new Set('head script style rp link meta base'.split(' '));
/** Elements that readers choose from or fill in. */
export const CONTROLS = new Set('input textarea select datalist'.split(' '));
/** Inline elements that are always separated from adjacent text. */
const APART = new Set(
  'input textarea select button label output meter progress object video audio canvas applet option td th tspan'.split(
    ' ',
  ),
);
export const BLOCKS = new Set(
  'html body address article aside center details dialog div dl fieldset figcaption figure footer form header hgroup main nav p section li tr td th tbody thead tfoot search noframes noembed iframe frameset fencedframe'.split(
    ' ',
  ),
);
export const INLINE_STYLES: Record<string, Style> = {
  b: { bold: true },
  strong: { bold: true },
  i: { italic: true },
  em: { italic: true },
  cite: { italic: true },
  dfn: { italic: true },
  var: { italic: true },
  s: { strike: true },
  del: { strike: true },
  strike: { strike: true },
  code: { code: true },
  kbd: { code: true },
  samp: { code: true },
  tt: { code: true },
  sub: { position: 'sub' },
  sup: { position: 'sup' },
};

export function isElement(node: Node): node is Element {
  return 'tagName' in node;
}

export function childrenOf(node: DefaultTreeAdapterTypes.ParentNode): Node[] {
  return node.childNodes;
}

export function attribute(node: Element, name: string): string | undefined {
  return node.attrs.find((each) => each.name === name)?.value;
}

/** Returns whether a node is hidden from the reader, or is an edit link of a wiki. */
export function isHidden(node: Element): boolean {
  if (node.attrs.length === 0) return false;
  if (attribute(node, 'hidden') !== undefined || isEditLink(node)) return true;
  const css = attribute(node, 'style');
  return css !== undefined && (/display\s*:\s*none/i.test(css) || isUnseen(node, css));
}

/** Styles that hide an element, each with the styles by which inner elements become visible again. */
const HIDING_STYLES = [
  [/(?:^|[;\s])visibility\s*:\s*(?:hidden|collapse)\b/i, /visibility\s*:/i],
  [/(?:^|[;\s])font-size\s*:\s*0(?:\.0*)?(?![.\d])/i, /font(?:-size)?\s*:/i],
] as const;
const TRANSPARENT = /(?:^|[;\s])opacity\s*:\s*0(?:\.0*)?%?(?![.\d])/i;
/** Styles of text that scripts make appear, or of a layer above a control that shows its state. */
const APPEARS = /transform|transition|animation|will-change/i;

/** Returns whether the style of an element hides its text and no inner element overrides it. */
function isUnseen(node: Element, css: string): boolean {
  if (TRANSPARENT.test(css)) return !APPEARS.test(css) && !CONTROLS.has(node.tagName);
  return HIDING_STYLES.some(([unseen, other]) => unseen.test(css) && !hasStyleWithin(node, other));
}

function hasStyleWithin(node: Element, style: RegExp): boolean {
  const waiting: Node[] = [...node.childNodes];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isElement(next)) continue;
    if (style.test(attribute(next, 'style') ?? '')) return true;
    for (const child of next.childNodes) waiting.push(child);
  }
  return false;
}

/** Returns whether a node is an edit link of a wiki. */
export function isEditLink(node: Element): boolean {
  return /(?:^|\s)mw-editsection(?:\s|$)/.test(attribute(node, 'class') ?? '');
}

/** Inputs that do not show their value. */
const WITHOUT_VALUE = /^(?:hidden|password|file|checkbox|radio|image)$/;

export function hasNoValue(input: Element): boolean {
  return WITHOUT_VALUE.test(readInputType(input));
}

/** Returns the type of an input. */
export function readInputType(input: Element): string {
  return attribute(input, 'type')?.trim().toLowerCase() ?? '';
}

/** Returns the `display` value of an element's style, or undefined. */
function findDisplayValue(node: Element): string | undefined {
  if (node.attrs.length === 0) return undefined;
  const css = attribute(node, 'style');
  return css === undefined
    ? undefined
    : /(?:^|[;\s])display\s*:\s*([\w-]+)/i.exec(css)?.[1]?.toLowerCase();
}

export function isBlock(node: Element): boolean {
  return (
    BLOCKS.has(node.tagName) ||
    /^(?:block|flow-root|list-item|flex|grid|table)$/.test(findDisplayValue(node) ?? '')
  );
}

/** Returns whether an inline element is separated from adjacent text. */
export function standsApart(node: Element): boolean {
  return APART.has(node.tagName) || /^(?:inline-|table-)/.test(findDisplayValue(node) ?? '');
}

/** Returns whether an element lays out each child separately. */
export function holdsItems(node: DefaultTreeAdapterTypes.ParentNode): boolean {
  return 'tagName' in node && /^(?:inline-)?(?:flex|grid)$/.test(findDisplayValue(node) ?? '');
}

/** Returns the title of an element; empty if it only repeats the text. */
export function readTitle(node: Element): string {
  if (node.attrs.length === 0) return '';
  const title = attribute(node, 'title')?.replaceAll(/\s+/g, ' ').trim() ?? '';
  if (title === '') return '';
  const shown = `${attribute(node, 'alt') ?? ''} ${readBeginning(node, title.length)}`;
  return shown.replaceAll(/\s+/g, ' ').toLowerCase().includes(title.toLowerCase()) ? '' : title;
}

/** Returns the beginning of an element's text, with which a redundant title begins. */
function readBeginning(node: Element, length: number): string {
  let text = '';
  const waiting: Node[] = node.childNodes.toReversed();
  for (
    let next = waiting.pop();
    next !== undefined && text.length < 2 * length + 64;
    next = waiting.pop()
  )
    if (next.nodeName === '#text' && 'value' in next) text += next.value;
    else if (isElement(next)) for (const child of next.childNodes.toReversed()) waiting.push(child);
  return text;
}

/** Returns whether a picture repeats the formula before it, as in wikis. */
export function isFormula(picture: Element): boolean {
  return attribute(picture, 'class')?.includes('mwe-math-fallback') === true;
}

/** Returns the emphasis that the `style` of an element sets. */
export function readElementStyle(node: Element): Style {
  const css = attribute(node, 'style');
  if (css === undefined) return {};
  const style: Style = {};
  const weight = /font-weight\s*:\s*(\w+)/i.exec(css)?.[1]?.toLowerCase();
  if (weight !== undefined) style.bold = /^(?:bold(?:er)?|[6-9]00)$/.test(weight);
  const slant = /font-style\s*:\s*(\w+)/i.exec(css)?.[1]?.toLowerCase();
  if (slant !== undefined) style.italic = slant === 'italic' || slant === 'oblique';
  if (/text-decoration[\w-]*\s*:[^;]*line-through/i.test(css)) style.strike = true;
  const shift = /vertical-align\s*:\s*(sub|super)/i.exec(css)?.[1]?.toLowerCase();
  if (shift !== undefined) style.position = shift === 'sub' ? 'sub' : 'sup';
  return style;
}

/**
 * Returns all text within a node, without recursion, since the author controls the depth. Blocks have separate lines.
 * @param leaf returns the text of an element that shows more than its children, or of one that is hidden
 * @param after returns the text to add after an element
 */
export function textContent(
  node: DefaultTreeAdapterTypes.ParentNode,
  leaf: (element: Element) => string | undefined = () => undefined,
  after: (element: Element) => string = () => '',
): string {
  const parts: string[] = [];
  const apart = (mark: string) => {
    const last = parts.at(-1);
    if (last !== undefined && !/\s$/.test(last)) parts.push(mark);
  };
  const waiting: (Node | string | { behind: string })[] = node.childNodes.toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') apart(next);
    else if ('behind' in next) parts.push(next.behind);
    else if (next.nodeName === '#text' && 'value' in next) {
      if (next.value !== '') parts.push(next.value);
    } else if (isElement(next) && next.tagName === 'br') parts.push('\n');
    else if (isElement(next) && !DROPPED.has(next.tagName)) {
      const mark = isBlock(next) ? '\n' : standsApart(next) ? ' ' : undefined;
      if (mark !== undefined) {
        apart(mark);
        waiting.push(mark);
      }
      const behind = after(next);
      if (behind !== '') waiting.push({ behind });
      const own = leaf(next);
      if (own === undefined) for (const child of next.childNodes.toReversed()) waiting.push(child);
      else if (own !== '') parts.push(own);
    }
  }
  return parts.join('');
}

/** Returns whether a node has text, without recursion. */
export function hasText(node: DefaultTreeAdapterTypes.ParentNode): boolean {
  const waiting: Node[] = [...node.childNodes];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.nodeName === '#text' && 'value' in next && next.value.trim() !== '') return true;
    if (isElement(next) && !DROPPED.has(next.tagName))
      for (const child of next.childNodes) waiting.push(child);
  }
  return false;
}

/** Returns whether elements are nested deeper than a limit, without recursion. */
export function isDeeper(node: Element, limit: number): boolean {
  const waiting: [Element, number][] = [[node, 0]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [element, depth] = next;
    if (depth > limit) return true;
    for (const child of element.childNodes) if (isElement(child)) waiting.push([child, depth + 1]);
  }
  return false;
}

/** Returns the texts of an SVG drawing in order, including titles and descriptions, without recursion. */
export function drawingTexts(drawing: Element): string[] {
  const texts: string[] = [];
  const waiting: Node[] = drawing.childNodes.toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isElement(next) || isHidden(next)) continue;
    if (/^(?:text|title|desc|foreignObject)$/.test(next.tagName))
      texts.push(textContent(next).replaceAll(/\s+/g, ' ').trim());
    else for (const child of next.childNodes.toReversed()) waiting.push(child);
  }
  return texts.filter((text) => text !== '');
}
