// Paragraphs and tables of Word.
import { quoted } from '../../input/losses.js';
import { type XmlNode } from '../../input/xml-nodes.js';
import {
  type Block,
  type Cell,
  type Inline,
  isEmpty,
  paragraph,
  plainText,
  text,
} from '../../tree.js';
import { withoutBold } from '../../markdown/inlines.js';
import { Flow } from '../flow.js';
import { relationId } from '../parts.js';
import { buildTable } from '../table.js';
import { officeTexts } from '../visible.js';
import { countMoved, type WordStory } from './context.js';
import { firstThatShows } from './graphics.js';
import { InlineReader } from './inlines.js';
import { type WordMarker } from './numbering.js';
import { isOn, readNumbering, outlineLevel, type WordStyle } from './styles.js';

const MAX_COLUMNS = 1000;
/** Invisible elements between blocks. */
const SILENT =
  /^(?:sectPr|tcPr|tblPr|tblGrid|trPr|sdtPr|sdtEndPr|customXmlPr|bookmarkStart|bookmarkEnd|proofErr)$/;

/** Returns the content of a body, a cell, a note or a box. */
export function readBlocks(parent: XmlNode, story: WordStory): Block[] {
  const flow = new Flow();
  for (const node of parent.elements) addBlock(node, flow, story);
  endStory(flow, story);
  return flow.blocks;
}

/** Adds a pending drop cap that no paragraph has followed. */
export function endStory(flow: Flow, story: WordStory): void {
  if (story.initial !== '') flow.add(paragraph(story.initial));
  story.initial = '';
}

export function addBlock(node: XmlNode, flow: Flow, story: WordStory): void {
  switch (node.name) {
    case 'p':
      return addParagraph(node, flow, story);
    case 'tbl':
      return addTable(node, flow, story);
    case 'altChunk':
      return addChunk(node, flow, story);
    case 'sdt':
      return addControl(node, flow, story);
    case 'del':
      return reportDeleted(node, story);
    case 'moveFrom':
      return countMoved(node, story);
    case 'AlternateContent': {
      const { blocks } = firstThatShows(node, (choice) => ({
        inlines: [],
        blocks: readBlocks(choice, { ...story, initial: '' }),
      }));
      return flow.add(...blocks);
    }
    case 'r':
    case 'subDoc':
    case 'hyperlink':
    case 'oMath':
    case 'oMathPara':
    case 'fldSimple': {
      const reader = new InlineReader(story, {});
      reader.read([node]);
      return flow.add({ kind: 'paragraph', content: reader.inlines }, ...reader.beside);
    }
    default:
      if (!SILENT.test(node.name)) for (const each of node.elements) addBlock(each, flow, story);
  }
}

function addControl(node: XmlNode, flow: Flow, story: WordStory): void {
  const content = node.child('sdtContent');
  const before = flow.blocks.length;
  for (const each of content?.elements ?? []) addBlock(each, flow, story);
  // The content may have been added to the previous list.
  if (flow.blocks.length > before || (content?.text ?? '').trim() !== '') return;
  const bound = story.document.data.readText(node.child('sdtPr'));
  story.document.losses.words.own(bound);
  if (bound !== '') flow.add(paragraph(bound));
}

function reportDeleted(node: XmlNode, { document }: WordStory): void {
  const said = officeTexts(node);
  if (said.join('').trim() !== '')
    document.losses.add(
      'Text that a reviewer has deleted was left out',
      () => quoted(said.join(' ')),
      said,
    );
}

function addParagraph(node: XmlNode, flow: Flow, story: WordStory): void {
  const { document } = story;
  const properties = node.child('pPr');
  const style = document.styles.ofParagraph(properties?.child('pStyle')?.attribute('val'));
  if (/^(?:drop|margin)$/.test(properties?.child('framePr')?.attribute('dropCap') ?? '')) {
    const reader = new InlineReader(story, style.look);
    reader.read(node.elements);
    story.initial += plainText(reader.inlines);
    flow.add(...reader.beside);
    return;
  }
  const marker = nextMarker(properties, style, story);
  const reader = new InlineReader(story, style.look);
  reader.read(node.elements);
  const { inlines, beside } = reader;
  const level = outlineLevel(properties) ?? style.level ?? 0;
  if (isEmpty([{ kind: 'paragraph', content: inlines }])) flow.add(...beside);
  else if (level > 0) {
    const label = marker === undefined || marker.label === '' ? [] : [text(`${marker.label} `)];
    document.losses.words.own(marker?.label ?? '');
    flow.add({ kind: 'heading', level, content: [...label, ...withoutBold(inlines)] }, ...beside);
  } else if (marker !== undefined) {
    const { label, number, plain } = marker;
    flow.addItem(
      {
        level: marker.level,
        ordered: plain,
        number,
        label: plain || label === '' ? undefined : label,
      },
      [{ kind: 'paragraph', content: inlines }, ...beside],
    );
  } else if (style.kind === 'code')
    flow.add({ kind: 'code', language: '', text: codeText(inlines) }, ...beside);
  else {
    const block: Block = { kind: 'paragraph', content: inlines };
    flow.add(style.kind === 'quote' ? { kind: 'quote', blocks: [block] } : block, ...beside);
  }
}

function codeText(inlines: readonly Inline[]): string {
  return inlines.map((each) => (each.kind === 'break' ? '\n' : plainText([each]))).join('');
}

function nextMarker(
  properties: XmlNode | undefined,
  style: WordStyle,
  { document: { numbering } }: WordStory,
): (WordMarker & { level: number }) | undefined {
  const own = readNumbering(properties);
  const { id, level: given } = own ?? style.numbering ?? { id: '0', level: undefined };
  if (id === '0') return undefined;
  const direct = properties?.child('numPr')?.child('ilvl')?.attribute('val');
  const level =
    (direct === undefined ? given : Number(direct) || 0) ?? numbering.findStyleLevel(id, style.id);
  const marker = numbering.next(id, level);
  return marker && { ...marker, level };
}

function addChunk(node: XmlNode, flow: Flow, { document, links }: WordStory): void {
  const target = links.get(relationId(node, 'id'))?.target;
  if (target === undefined) return;
  // The block is a placeholder until the chunk is read.
  const place: Block = { kind: 'markdown', text: '' };
  document.chunks.set(place, target);
  flow.add(place);
}

function addTable(node: XmlNode, flow: Flow, story: WordStory): void {
  const rows: Cell[][] = [];
  for (const row of within(node, 'tr', story)) {
    const properties = row.child('trPr');
    const isGone = properties?.child('del') !== undefined;
    const hidden = properties?.child('hidden');
    if (isGone) reportDeleted(row, story);
    else if (hidden !== undefined && isOn(hidden.attribute('val'))) reportHiddenRow(row, story);
    else rows.push(readCells(row, properties, story));
  }
  const properties = node.child('tblPr');
  const names = ['tblCaption', 'tblDescription'].map((name) =>
    (properties?.child(name)?.attribute('val') ?? '').trim(),
  );
  for (const name of names) story.document.losses.words.own(name);
  flow.add(...names.map((name) => paragraph(name)));
  flow.add(...buildTable(rows));
}

function reportHiddenRow(row: XmlNode, { document }: WordStory): void {
  const said = officeTexts(row);
  if (said.join('').trim() !== '')
    document.losses.add(
      'Hidden text was left out',
      () => `the row ${quoted(said.join(' '))}`,
      said,
    );
}

/** Returns the rows of a table or the cells of a row, including those inside content controls and similar elements. */
function within(parent: XmlNode, name: 'tr' | 'tc', story: WordStory): XmlNode[] {
  return parent.elements.flatMap((each) => {
    if (each.name === name) return [each];
    if (each.name === 'del') {
      reportDeleted(each, story);
      return [];
    }
    if (each.name === 'moveFrom') {
      countMoved(each, story);
      return [];
    }
    return SILENT.test(each.name) ? [] : within(each, name, story);
  });
}

function readCells(row: XmlNode, properties: XmlNode | undefined, story: WordStory): Cell[] {
  const empty = (name: string) => emptyCells(Number(properties?.child(name)?.attribute('val')));
  const cells = empty('gridBefore');
  for (const cell of within(row, 'tc', story)) {
    const own = cell.child('tcPr');
    if (own?.child('cellDel') !== undefined) {
      reportDeleted(cell, story);
      cells.push({ blocks: [] });
    } else cells.push({ blocks: readBlocks(cell, story) });
    cells.push(...emptyCells(Number(own?.child('gridSpan')?.attribute('val') ?? 1) - 1));
  }
  return [...cells, ...empty('gridAfter')];
}

function emptyCells(count: number): Cell[] {
  const length = Number.isInteger(count) ? Math.min(MAX_COLUMNS, Math.max(0, count)) : 0;
  return Array.from({ length }, () => ({ blocks: [] }));
}
