// Text of charts and diagrams of Word and PowerPoint.
import { type XmlNode } from '../../input/xml-nodes.js';
import { type Block, type Inline, plainText, tableOfTexts, text } from '../../tree.js';
import { readAltText } from '../alternatives.js';
import { type DocumentParts } from '../parts.js';
import { drawingLines, type DrawingContext } from './paragraphs.js';

/** Returns a chart: its title, its values as a table, and any other text in it. */
export function chartBlocks(parts: DocumentParts, path: string, alt: string): Block[] {
  const root = parts.nodes(path, 'once');
  if (root === undefined) return counted(parts, textBlocks(alt === '' ? [] : [alt]));
  const context = { losses: parts.losses, links: parts.links(path) };
  const title = root.at('chart', 'title');
  const series = [...root.descendants('ser'), ...root.descendants('series')];
  const titles = new Set(
    [title, ...series.map((each) => each.child('tx'))].filter((each) => each !== undefined),
  );
  const name = title === undefined ? '' : titleText(title, context);
  const heading: Block[] =
    name === '' ? [] : [{ kind: 'paragraph', content: [text(name, { bold: true })] }];
  const shapes = parts.linked(path, 'chartUserShapes').flatMap((each) => {
    const drawing = parts.nodes(each, 'once');
    return drawing === undefined ? [] : linesIn(drawing, context, new Set());
  });
  const more = [...linesIn(root, context, titles), ...shapes];
  return counted(parts, [
    ...heading,
    ...textBlocks(alt === '' || alt === name ? [] : [alt]),
    ...buildTables(root, series),
    ...more.map((content): Block => ({ kind: 'paragraph', content })),
  ]);
}

/** Records the text of a chart or diagram: its part repeats texts and stores numbers with other digits. */
function counted({ losses }: DocumentParts, blocks: Block[]): Block[] {
  losses.words.ownTree({ blocks, notes: [] });
  return blocks;
}

function textBlocks(lines: readonly string[]): Block[] {
  return lines.map((line) => ({ kind: 'paragraph', content: [text(line)] }));
}

/** Returns the text of a title, or the cached text of the cell to which it refers. */
function titleText(title: XmlNode, context: DrawingContext): string {
  const lines = drawingLines(title, context).map(plainText);
  return (lines.length > 0 ? lines : cached(title)).join(' ').trim();
}

/** Returns the other lines of text in a chart, such as axis titles. */
function linesIn(node: XmlNode, context: DrawingContext, but: ReadonlySet<XmlNode>): Inline[][] {
  return node.elements.flatMap((each) => {
    if (but.has(each)) return [];
    if (each.name === 'cNvPr')
      return [readAltText(each)].filter(Boolean).map((line) => [text(line)]);
    if (each.name === 'rich' || each.name === 'txBody') return drawingLines(each, context);
    if (each.name === 'title' && each.child('tx')?.child('strRef') !== undefined)
      return cached(each).map((line) => [text(line)]);
    if (each.name === 'datalabelsRange') return cached(each).map((line) => [text(line)]);
    if (each.name === 'trendline') {
      const named = each.child('name')?.text.trim() ?? '';
      if (named !== '') return [[text(named)], ...linesIn(each, context, but)];
    }
    return linesIn(each, context, but);
  });
}

interface Column {
  name: string;
  labels: string[];
  values: string[];
}

function buildTables(root: XmlNode, series: readonly XmlNode[]): Block[] {
  const columns =
    root.child('chartData') === undefined ? series.map(readColumn) : columnsOfData(root, series);
  const tables: { labels: string[]; columns: Column[] }[] = [];
  for (const column of columns) {
    const last = tables.at(-1);
    const same =
      last !== undefined &&
      (column.labels.length === 0 || last.labels.join('\n') === column.labels.join('\n'));
    if (same) last.columns.push(column);
    else tables.push({ labels: column.labels, columns: [column] });
  }
  return tables.flatMap(({ labels, columns: of }) => {
    const count = Math.max(labels.length, ...of.map(({ values }) => values.length));
    if (count === 0) return textBlocks(of.map(({ name }) => name).filter((name) => name !== ''));
    const rows = Array.from({ length: count }, (_, at) => [
      labels[at] ?? '',
      ...of.map(({ values }) => values[at] ?? ''),
    ]);
    return [tableOfTexts([['', ...of.map(({ name }) => name)], ...rows])];
  });
}

function readColumn(series: XmlNode): Column {
  const name = series.child('tx');
  const labels = series.child('cat') ?? series.child('xVal');
  const values = series.child('val') ?? series.child('yVal');
  const sizes = series.child('bubbleSize');
  const found = values === undefined ? [] : cached(values);
  const sized = sizes === undefined ? [] : cached(sizes);
  return {
    name: name === undefined ? '' : cached(name).join(' ') || (name.child('v')?.text.trim() ?? ''),
    labels: labels === undefined ? [] : cached(labels),
    values: found.map((value, at) => (sized[at] === undefined ? value : `${value} (${sized[at]})`)),
  };
}

/** Returns a chart's cached cell values by position; those of several levels are joined. */
function cached(node: XmlNode): string[] {
  const levels = node.descendants('lvl');
  const isNumber = node.elements[0]?.name.startsWith('num') === true;
  const lists = (levels.length > 0 ? levels.toReversed() : [node]).map((level) => {
    const values: string[] = [];
    for (const [index, point] of level.descendants('pt').entries()) {
      const at = Number(point.attribute('idx') ?? index);
      if (!Number.isInteger(at) || at < 0 || at > MAX_POINTS) continue;
      const value = (point.child('v') ?? point).text.trim();
      values[at] = isNumber ? shownNumber(value) : value;
    }
    return values;
  });
  const count = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: count }, (_, at) =>
    lists
      .map((list) => list[at] ?? '')
      .filter((value) => value !== '')
      .join(' '),
  );
}

const MAX_POINTS = 100_000;

/** Returns a number with the 15 digits that Office displays: `4.4` is stored as `4.4000000000000004`. */
function shownNumber(value: string): string {
  return /^-?\d+\.\d{10,}(?:E[+-]?\d+)?$/.test(value)
    ? String(Number(Number(value).toPrecision(15)))
    : value;
}

/** Returns the columns of a chart of the newer format, whose data precede its series. */
function columnsOfData(root: XmlNode, series: readonly XmlNode[]): Column[] {
  const data = root.child('chartData')?.elements.filter(({ name }) => name === 'data') ?? [];
  return data.map((each) => {
    const id = each.attribute('id');
    const own = series.find((one) => one.child('dataId')?.attribute('val') === id);
    const labels = each.child('strDim');
    const values = each.child('numDim');
    return {
      name: own?.at('tx', 'txData', 'v')?.text.trim() ?? '',
      labels: labels === undefined ? [] : cached(labels),
      values: values === undefined ? [] : cached(values),
    };
  });
}

/** Returns the items of a diagram (SmartArt) from its drawing or from its data. */
export function diagramBlocks(
  parts: DocumentParts,
  data: string | undefined,
  drawing: string | undefined,
  alt: string,
): Block[] {
  const drawn = readDrawnLines(parts, drawing, 'txBody');
  const lines = drawn.length > 0 ? drawn : readDrawnLines(parts, data, 't');
  const items = lines.map((content) => ({ blocks: [{ kind: 'paragraph', content } as const] }));
  const list: Block[] =
    items.length === 0 ? [] : [{ kind: 'list', ordered: false, start: 1, items }];
  return counted(parts, [...textBlocks(alt === '' ? [] : [alt]), ...list]);
}

function readDrawnLines(parts: DocumentParts, path: string | undefined, name: string): Inline[][] {
  const root = parts.nodes(path);
  if (root === undefined || path === undefined) return [];
  const context = { losses: parts.losses, links: parts.links(path) };
  return root.descendants(name).flatMap((each) => drawingLines(each, context));
}
