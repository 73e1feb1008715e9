// Paragraphs, lists and tables of OpenDocument.
import { placeAfter, quoted } from '../../input/losses.js';
import { type XmlNode, serialiseXml } from '../../input/xml-nodes.js';
import { mathmlFormula } from '../../math/mathml.js';
import { type Block, type Cell, isEmpty, type ListItem, paragraph, plainText } from '../../tree.js';
import { Flow } from '../flow.js';
import { numeral } from '../numerals.js';
import { buildTable } from '../table.js';
import { type OdfDocument } from './context.js';
import { odfTexts } from './visible.js';
import { collectControls } from './forms.js';
import { readGraphic, SHAPES } from './graphics.js';
import { formulaInlines, OdfInlines, remarkBlocks } from './inlines.js';

const MAX_COLUMNS = 1000;
const MAX_ROWS = 1000;
/** Elements that describe their surroundings or are invisible. */
const SILENT =
  /^(?:creator|date|creator-initials|meta|sequence-decls|variable-decls|user-field-decls|dde-connection-decls|alphabetical-index-auto-mark-file|title|desc|event-listeners|glue-point|table-source|table-column|table-columns|table-header-columns|table-column-group|soft-page-break|animations|settings|script|[\w-]*-index-source|bibliography-source|table-of-content-source|index-source-styles|sender-\w+)$/;

/** Returns the content of a body, a box, a cell or a note. */
export function readBlocks(parent: XmlNode, document: OdfDocument): Block[] {
  const flow = new Flow();
  for (const node of parent.elements) addBlock(node, flow, document);
  return flow.blocks;
}

export function readOne(node: XmlNode, document: OdfDocument): Block[] {
  const flow = new Flow();
  addBlock(node, flow, document);
  return flow.blocks;
}

export function addBlock(node: XmlNode, flow: Flow, document: OdfDocument): void {
  switch (node.name) {
    case 'p':
    case 'h':
      return addParagraph(node, flow, document);
    case 'numbered-paragraph':
    case 'list':
      return addList(node, flow, document);
    case 'table':
      return addTable(node, flow, document);
    case 'section':
    case 'index-body':
      if (isHidden(node)) return reportHidden(node, document);
      break;
    case 'tracked-changes':
      return noteDeletions(node, document);
    case 'forms':
      return collectControls(node, document.controls);
    case 'annotation':
      return flow.add({ kind: 'quote', blocks: remarkBlocks(node, document) });
    case 'change':
      if (document.deletions.has(node.attribute('change-id') ?? ''))
        document.losses.add('Text that a reviewer has deleted was left out', () => placeAfter(''));
      return;
    case 'math':
      return flow.add({
        kind: 'paragraph',
        content: formulaInlines(mathmlFormula(serialiseXml(node)), document, () => ''),
      });
  }
  if (SILENT.test(node.name)) return;
  if (node.name !== 'text-box' && SHAPES.has(node.name)) return addShape(node, flow, document);
  for (const each of node.elements) addBlock(each, flow, document);
}

function addShape(node: XmlNode, flow: Flow, document: OdfDocument): void {
  const { inlines, blocks, formula } = readGraphic(node, document);
  flow.add({ kind: 'paragraph', content: inlines }, ...blocks);
  if (formula !== undefined)
    flow.add({ kind: 'paragraph', content: formulaInlines(formula, document, () => '') });
}

/** Returns whether a section is hidden, always or by a condition. */
function isHidden(section: XmlNode): boolean {
  return section.attribute('text:display') === 'none' || section.attribute('is-hidden') === 'true';
}

function reportHidden(node: XmlNode, { losses }: OdfDocument): void {
  const said = odfTexts(node);
  if (said.join('').trim() !== '')
    losses.add('Hidden text was left out', () => placeAfter(''), said);
}

/** Records deletions that contain text. They are listed before the text, which refers to them at their places. */
function noteDeletions(changes: XmlNode, { deletions }: OdfDocument): void {
  for (const region of changes.elements) {
    const deletion = region.child('deletion');
    const said = deletion?.elements.filter(({ name }) => name !== 'change-info') ?? [];
    const id = region.attribute('text:id') ?? region.attribute('id') ?? '';
    if (said.some((each) => each.text.trim() !== '')) deletions.add(id);
  }
}

function addParagraph(node: XmlNode, flow: Flow, document: OdfDocument): void {
  const style = document.styles.of('paragraph', node.attribute('style-name'));
  const condition = node.child('hidden-paragraph');
  if (style.look.hidden === true || condition?.attribute('is-hidden') === 'true')
    return reportHidden(node, document);
  const reader = new OdfInlines(document);
  reader.addAll(node, style.look);
  const { inlines, beside } = reader;
  const block: Block = { kind: 'paragraph', content: inlines };
  if (isEmpty([block])) flow.add(...beside);
  else if (node.name === 'h') {
    const level = Math.min(6, Math.max(1, Number(node.attribute('outline-level') ?? 1) || 1));
    flow.add({ kind: 'heading', level, content: inlines }, ...beside);
  } else if (style.kind === 'code') {
    const lines = inlines.map((each) => (each.kind === 'break' ? '\n' : plainText([each])));
    flow.add({ kind: 'code', language: '', text: lines.join('') }, ...beside);
  } else flow.add(style.kind === 'quote' ? { kind: 'quote', blocks: [block] } : block, ...beside);
}

interface Numbered {
  /** Name of the list style. */
  style: string | undefined;
  /** Level of the list, from 1. */
  level: number;
}

/** Last numbers of lists, for lists that continue them. */
const ENDS = new WeakMap<OdfDocument, Map<string, number>>();

function addList(node: XmlNode, flow: Flow, document: OdfDocument): void {
  const style = node.attribute('style-name');
  const level = Number(node.attribute('text:level') ?? 1) || 1;
  const lists = listBlocks(node, { style, level }, document);
  flow.add(...lists);
}

function listBlocks(node: XmlNode, outer: Numbered, document: OdfDocument): Block[] {
  const within: Numbered = { ...outer, style: node.attribute('style-name') ?? outer.style };
  const format = document.styles.listLevel(within.style, within.level);
  const counts = getListNumbers(document);
  const goesOn =
    node.attribute('continue-numbering') === 'true' ||
    node.attribute('continue-list') !== undefined;
  const key = `${within.style ?? ''}:${within.level}`;
  let number = goesOn ? (counts.get(key) ?? 0) + 1 : Number(format?.attribute('start-value') ?? 1);
  const out: Block[] = [];
  let list: (Block & { kind: 'list' }) | undefined;
  const items = node.name === 'numbered-paragraph' ? [node] : node.elements;
  for (const item of items) {
    if (item.name !== 'list-item' && item.name !== 'list-header' && item !== node) continue;
    const blocks = itemBlocks(item, within, document);
    if (blocks.length === 0) continue;
    const last = list?.items.at(-1)?.blocks;
    if (item.name === 'list-header') {
      (last ?? out).push(...blocks);
      continue;
    }
    if (blocks.every(({ kind }) => kind === 'list')) {
      // An item without a marker belongs to the item before it.
      if (last === undefined)
        out.push({ kind: 'list', ordered: false, start: 1, items: [{ blocks }] });
      else last.push(...blocks);
      continue;
    }
    const given = Number(item.attribute('start-value'));
    if (Number.isInteger(given) && item.attribute('start-value') !== undefined) number = given;
    const { ordered, label } = resolveListMarker(format, number, item);
    if (
      list === undefined ||
      list.ordered !== ordered ||
      (ordered && number !== list.start + list.items.length)
    ) {
      list = { kind: 'list', ordered, start: ordered ? number : 1, items: [] };
      out.push(list);
    }
    const entry: ListItem = { blocks, ...(label !== undefined && { label }) };
    list.items.push(entry);
    counts.set(key, number);
    number += 1;
  }
  return out;
}

function getListNumbers(document: OdfDocument): Map<string, number> {
  const known = ENDS.get(document) ?? new Map<string, number>();
  ENDS.set(document, known);
  return known;
}

function itemBlocks(item: XmlNode, within: Numbered, document: OdfDocument): Block[] {
  const flow = new Flow();
  for (const each of item.elements)
    if (each.name === 'list')
      flow.add(...listBlocks(each, { ...within, level: within.level + 1 }, document));
    else if (each.name !== 'number') addBlock(each, flow, document);
  return flow.blocks;
}

function resolveListMarker(
  format: XmlNode | undefined,
  number: number,
  item: XmlNode,
): { ordered: boolean; label?: string } {
  if (format?.name !== 'list-level-style-number') return { ordered: false };
  const kind = format.attribute('num-format') ?? '';
  if (kind === '') return { ordered: false };
  const before = format.attribute('num-prefix') ?? '';
  const after = format.attribute('num-suffix') ?? '';
  const depth = Number(format.attribute('display-levels') ?? 1) || 1;
  const counted = item.child('number')?.text.trim() ?? '';
  if (depth > 1 && counted !== '') return { ordered: false, label: counted };
  if (kind === '1' && before === '' && /^[.)]?$/.test(after.trim())) return { ordered: true };
  return { ordered: false, label: `${before}${numeral(number, kind)}${after}`.trim() };
}

function addTable(node: XmlNode, flow: Flow, document: OdfDocument): void {
  const rows = collectRows(node).flatMap((row) => {
    const cells = readCells(row, document);
    const count = Number(row.attribute('number-rows-repeated') ?? 1) || 1;
    const isBlank = cells.every(({ blocks }) => isEmpty(blocks));
    return Array.from(
      { length: isBlank ? 1 : Math.min(MAX_ROWS, Math.max(1, count)) },
      () => cells,
    );
  });
  const names = ['title', 'desc'].map((name) => node.child(name)?.text.trim() ?? '');
  flow.add(...names.map((name) => paragraph(name)));
  flow.add(...buildTable(rows));
}

function collectRows(parent: XmlNode): XmlNode[] {
  return parent.elements.flatMap((each) => {
    if (each.name === 'table-row') return [each];
    return /^table-(?:header-rows|rows|row-group)$/.test(each.name) ? collectRows(each) : [];
  });
}

function readCells(row: XmlNode, document: OdfDocument): Cell[] {
  const cells: Cell[] = [];
  for (const node of row.elements) {
    if (!/^(?:covered-)?table-cell$/.test(node.name)) continue;
    const cell: Cell = { blocks: readBlocks(node, document) };
    const count = Number(node.attribute('number-columns-repeated') ?? 1) || 1;
    const length = Math.min(MAX_COLUMNS - cells.length, Math.max(1, count));
    for (let at = 0; at < length; at += 1) cells.push(cell);
  }
  return cells;
}

/** Reports the text of headers and footers in page styles. */
export function reportRunning(masters: XmlNode | undefined, { losses }: OdfDocument): void {
  for (const page of masters?.elements ?? [])
    for (const each of page.elements) {
      const [, kind] = /^(header|footer)(?:-left|-first)?$/.exec(each.name) ?? [];
      const texts = odfTexts(each);
      const said = texts.join(' ').trim();
      if (kind !== undefined && said !== '')
        losses.add(
          `${kind === 'header' ? 'Headers' : 'Footers'} of pages were left out`,
          () => quoted(said),
          texts,
        );
    }
}
