import { type DefaultTreeAdapterTypes, html, serializeOuter } from 'parse5';
import { quoted } from '../input/losses.js';
import { mathmlFormula } from '../math/mathml.js';
import { type Block, type Inline, plainText } from '../tree.js';
import { Builder } from './builder.js';
import { type Context } from './context.js';
import { walkControl } from './controls.js';
import {
  attribute,
  childrenOf,
  CONTROLS,
  drawingTexts,
  DROPPED,
  holdsItems,
  INLINE_STYLES,
  isBlock,
  isDeeper,
  isElement,
  isFormula,
  isHidden,
  standsApart,
  readElementStyle,
  textContent,
} from './elements.js';
import { reportHidden } from './hidden.js';
import { readList } from './lists.js';
import { readTable } from './tables.js';
import { takeTitle } from './titles.js';
import { textsWithin } from './visible.js';

/** Maximum nesting of elements; deeper ones are reduced to their text. */
const MAX_DEPTH = 200;

/** Returns the blocks of the children of a node. */
export function readBlocks(node: DefaultTreeAdapterTypes.ParentNode, context: Context): Block[] {
  const builder = new Builder();
  walkChildren(node, builder, context);
  return builder.finish();
}

/** Returns the blocks of a node itself. */
export function readOne(node: DefaultTreeAdapterTypes.ChildNode, context: Context): Block[] {
  const builder = new Builder();
  walk(node, builder, context);
  return builder.finish();
}

export function walkChildren(
  node: DefaultTreeAdapterTypes.ParentNode,
  builder: Builder,
  context: Context,
): void {
  if (context.depth > MAX_DEPTH) {
    builder.text(flatText(node, context), context.style, context.link);
    return;
  }
  const items = holdsItems(node);
  for (const child of childrenOf(node)) {
    if (items) builder.standApart();
    walk(child, builder, context);
  }
  if (items) builder.standApart();
}

/** Returns the text of elements that are nested too deeply. */
function flatText(node: DefaultTreeAdapterTypes.ParentNode, context: Context): string {
  const leaf = (element: DefaultTreeAdapterTypes.Element): string | undefined => {
    if (isHidden(element)) {
      reportHidden(element, context);
      return '';
    }
    if (element.tagName === 'img') {
      const alt = attribute(element, 'alt') ?? '';
      context.resolver.losses.words.own(alt);
      return ` ${alt} `;
    }
    if (element.tagName === 'area') return ` ${attribute(element, 'alt') ?? ''} `;
    if (!CONTROLS.has(element.tagName)) return undefined;
    const builder = new Builder();
    walkControl(element, builder, { ...context, style: {} });
    return builder.finish().flatMap(listParagraphTexts).join(' ');
  };
  return textContent(node, leaf, (element) =>
    isHidden(element) ? '' : takeTitle(element, context),
  );
}

function listParagraphTexts(block: Block): string[] {
  return block.kind === 'paragraph' ? [plainText(block.content)] : [];
}

function walk(node: DefaultTreeAdapterTypes.ChildNode, builder: Builder, outer: Context): void {
  if ('value' in node && node.nodeName === '#text') {
    builder.text(node.value, outer.style, outer.link);
    return;
  }
  if (!isElement(node)) return;
  if (DROPPED.has(node.tagName)) return;
  if (isHidden(node)) return reportHidden(node, outer);
  const apart = standsApart(node);
  if (apart) builder.standApart();
  walkShown(node, builder, outer);
  builder.text(takeTitle(node, outer), outer.style, outer.link);
  if (apart) builder.standApart();
}

function walkShown(node: DefaultTreeAdapterTypes.Element, builder: Builder, outer: Context): void {
  if (node.tagName === 'svg') return walkDrawing(node, builder, outer);
  const context = { ...outer, depth: outer.depth + 1 };
  if (node.namespaceURI === html.NS.MATHML) return walkMath(node, builder, context);
  const style = INLINE_STYLES[node.tagName];
  if (style !== undefined || node.tagName === 'span' || node.tagName === 'font') {
    const styled = { ...context, style: { ...context.style, ...style, ...readElementStyle(node) } };
    return walkStyled(node, builder, styled);
  }
  if (CONTROLS.has(node.tagName)) {
    if (node !== context.box) walkControl(node, builder, context);
    return;
  }
  walkElement(node, builder, context);
}

function walkElement(
  node: DefaultTreeAdapterTypes.Element,
  builder: Builder,
  context: Context,
): void {
  switch (node.tagName) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return readHeading(node, builder, context);
    case 'br':
      return builder.add({ kind: 'break' }, context.link);
    case 'hr':
      return builder.block({ kind: 'rule' });
    case 'a': {
      const url = context.resolver.link(attribute(node, 'href') ?? '');
      const title = attribute(node, 'title');
      const link = url === undefined ? context.link : { url, ...(title && { title }) };
      return walkChildren(node, builder, { ...context, ...(link && { link }) });
    }
    case 'img':
      return readImage(node, builder, context);
    case 'area': {
      const url = context.resolver.link(attribute(node, 'href') ?? '');
      const link = url === undefined ? context.link : { url };
      builder.standApart();
      builder.text(attribute(node, 'alt') ?? '', context.style, link);
      return builder.standApart();
    }
    case 'noscript':
      return walkChildren(node, builder, { ...context, withoutScripts: true });
    case 'rt':
    case 'rtc':
      builder.text(' (', context.style, context.link);
      walkChildren(node, builder, context);
      return builder.text(')', context.style, context.link);
    case 'q':
      builder.text('“', context.style, context.link);
      walkChildren(node, builder, context);
      return builder.text('”', context.style, context.link);
    case 'pre':
    case 'listing':
    case 'xmp':
    case 'plaintext':
      return builder.block(readCode(node, context));
    case 'ul':
    case 'ol':
    case 'menu':
    case 'dir':
      return builder.block(...readList(node, context));
    case 'table':
      return builder.block(...readTable(node, context));
    case 'blockquote':
      return builder.block({ kind: 'quote', blocks: readBlocks(node, plain(context)) });
    case 'dt':
    case 'summary':
    case 'legend':
    case 'caption':
      builder.flush();
      walkChildren(node, builder, { ...context, style: { ...context.style, bold: true } });
      return builder.flush();
    case 'dd':
      return builder.block({
        kind: 'list',
        ordered: false,
        start: 1,
        items: [{ blocks: readBlocks(node, context) }],
      });
    default: {
      const style = { ...context.style, ...readElementStyle(node) };
      walkStyled(node, builder, { ...context, style });
    }
  }
}

function walkStyled(
  node: DefaultTreeAdapterTypes.Element,
  builder: Builder,
  context: Context,
): void {
  const block = isBlock(node);
  if (block) builder.flush();
  walkChildren(node, builder, context);
  if (block) builder.flush();
}

function plain(context: Context): Context {
  return { ...context, style: {} };
}

function readHeading(
  node: DefaultTreeAdapterTypes.Element,
  builder: Builder,
  context: Context,
): void {
  const inner = readBlocks(node, plain(context));
  const content = inner.flatMap((block, index): Inline[] => {
    if (block.kind !== 'paragraph' && block.kind !== 'heading') return [];
    return index === 0 ? block.content : [{ kind: 'break' }, ...block.content];
  });
  const others = inner.filter(({ kind }) => kind !== 'paragraph' && kind !== 'heading');
  if (plainText(content).trim() === '') builder.block({ kind: 'paragraph', content });
  else builder.block({ kind: 'heading', level: Number(node.tagName[1]), content });
  builder.block(...others);
}

function readImage(
  node: DefaultTreeAdapterTypes.Element,
  builder: Builder,
  context: Context,
): void {
  if (isFormula(node)) return;
  const alt = (attribute(node, 'alt') ?? '').trim();
  const { image, pictures } = context.resolver;
  const url = image(attribute(node, 'src') ?? attribute(node, 'data-src') ?? '');
  const key = `${url} ${alt}`;
  if (context.withoutScripts === true && pictures.has(key)) return;
  pictures.add(key);
  if (url !== undefined) builder.add({ kind: 'image', alt, url }, context.link);
  else if (alt !== '') {
    context.resolver.losses.words.own(alt);
    builder.text(alt, context.style, context.link);
  }
}

/** Keeps the texts of a drawing, whose graphics are not read. */
function walkDrawing(
  node: DefaultTreeAdapterTypes.Element,
  builder: Builder,
  context: Context,
): void {
  const texts = drawingTexts(node);
  if (texts.length > 0) builder.text(` ${texts.join(' ')} `, context.style, context.link);
}

/** Writes a formula as TeX, or its plain characters if that is not possible. */
function walkMath(node: DefaultTreeAdapterTypes.Element, builder: Builder, context: Context): void {
  if (node.tagName !== 'math') return walkChildren(node, builder, context);
  const formula = isDeeper(node, MAX_DEPTH)
    ? { text: textContent(node).replaceAll(/\s+/g, ' ').trim() }
    : mathmlFormula(serializeOuter(node));
  const { losses } = context.resolver;
  for (const said of textsWithin(node)) losses.words.know(said);
  if ('tex' in formula) return builder.add({ kind: 'math', tex: formula.tex }, context.link);
  builder.text(` ${formula.text} `, context.style, context.link);
  losses.words.own(formula.text);
  if (formula.text !== '')
    losses.add('A formula has no form in TeX; its signs were kept', () => quoted(formula.text));
}

function readCode(node: DefaultTreeAdapterTypes.Element, context: Context): Block {
  const inner = childrenOf(node).find(isElement);
  const classes = [node, inner]
    .map((each) => (each === undefined ? '' : (attribute(each, 'class') ?? '')))
    .join(' ');
  const language = /(?:^|\s)(?:language|lang|highlight-source|brush:)-?\s?([\w+#-]+)/.exec(classes);
  return {
    kind: 'code',
    language: language?.[1] ?? '',
    text: flatText(node, context),
  };
}
