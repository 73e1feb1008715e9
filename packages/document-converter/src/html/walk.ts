import { type DefaultTreeAdapterTypes, html, serializeOuter } from 'parse5';
import { quoted } from '../input/losses.js';
import { mathmlFormula } from '../math/mathml.js';
import { type Block, type Inline, plainText } from '../tree.js';
import { Builder } from './builder.js';
import { type Context } from './context.js';
import {
  attribute,
  BLOCKS,
  childrenOf,
  drawingTexts,
  DROPPED,
  INLINE_STYLES,
  isDeeper,
  isElement,
  isHidden,
  styleOf,
  textContent,
} from './elements.js';
import { reportHidden } from './hidden.js';
import { readList } from './lists.js';
import { readTable } from './tables.js';

/** Elements nested deeper than this are reduced to their text. */
const MAX_DEPTH = 200;

/** Returns the blocks of the children of a node. */
export function readBlocks(node: DefaultTreeAdapterTypes.ParentNode, context: Context): Block[] {
  const builder = new Builder();
  walkChildren(node, builder, context);
  return builder.finish();
}

export function walkChildren(
  node: DefaultTreeAdapterTypes.ParentNode,
  builder: Builder,
  context: Context,
): void {
  if (context.depth > MAX_DEPTH) {
    builder.text(textContent(node), context.style, context.link);
    return;
  }
  for (const child of childrenOf(node)) walk(child, builder, context);
}

function walk(node: DefaultTreeAdapterTypes.ChildNode, builder: Builder, outer: Context): void {
  if ('value' in node && node.nodeName === '#text') {
    builder.text(node.value, outer.style, outer.link);
    return;
  }
  if (!isElement(node)) return;
  if (node.tagName === 'svg' && !isHidden(node)) return walkDrawing(node, builder, outer);
  if (DROPPED.has(node.tagName)) return;
  if (isHidden(node)) return reportHidden(node, outer);
  const context = { ...outer, depth: outer.depth + 1 };
  if (node.namespaceURI === html.NS.MATHML) return walkMath(node, builder, context);
  const style = INLINE_STYLES[node.tagName];
  if (style !== undefined || node.tagName === 'span' || node.tagName === 'font') {
    const styled = { ...context, style: { ...context.style, ...style, ...styleOf(node) } };
    return walkChildren(node, builder, styled);
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
    case 'q':
      builder.text('“', context.style, context.link);
      walkChildren(node, builder, context);
      return builder.text('”', context.style, context.link);
    case 'pre':
      return builder.block(readCode(node));
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
      const block = BLOCKS.has(node.tagName);
      const styled = { ...context, style: { ...context.style, ...styleOf(node) } };
      if (block) builder.flush();
      walkChildren(node, builder, styled);
      if (block) builder.flush();
    }
  }
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
  if (attribute(node, 'class')?.includes('mwe-math-fallback') === true) return;
  const alt = (attribute(node, 'alt') ?? attribute(node, 'title') ?? '').trim();
  const url = context.resolver.image(attribute(node, 'src') ?? attribute(node, 'data-src') ?? '');
  if (url !== undefined) builder.add({ kind: 'image', alt, url }, context.link);
  else if (alt !== '') builder.text(alt, context.style, context.link);
}

/** Keeps the texts of a drawing, of which the lines are not read. */
function walkDrawing(
  node: DefaultTreeAdapterTypes.Element,
  builder: Builder,
  context: Context,
): void {
  const texts = drawingTexts(node);
  if (texts.length > 0) builder.text(` ${texts.join(' ')} `, context.style, context.link);
}

/** Writes a formula as TeX, or its signs where it cannot be written so. */
function walkMath(node: DefaultTreeAdapterTypes.Element, builder: Builder, context: Context): void {
  if (node.tagName !== 'math') return walkChildren(node, builder, context);
  const formula = isDeeper(node, MAX_DEPTH)
    ? { text: textContent(node).replaceAll(/\s+/g, ' ').trim() }
    : mathmlFormula(serializeOuter(node));
  if ('tex' in formula) return builder.add({ kind: 'math', tex: formula.tex }, context.link);
  builder.text(` ${formula.text} `, context.style, context.link);
  if (formula.text !== '')
    context.resolver.losses.add('A formula has no form in TeX; its signs were kept', () =>
      quoted(formula.text),
    );
}

function readCode(node: DefaultTreeAdapterTypes.Element): Block {
  const inner = childrenOf(node).find(isElement);
  const classes = [node, inner]
    .map((each) => (each === undefined ? '' : (attribute(each, 'class') ?? '')))
    .join(' ');
  const language = /(?:^|\s)(?:language|lang|highlight-source|brush:)-?\s?([\w+#-]+)/.exec(classes);
  return { kind: 'code', language: language?.[1] ?? '', text: textContent(node) };
}
