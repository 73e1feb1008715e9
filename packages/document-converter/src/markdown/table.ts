import { type Block, type Cell } from '../tree.js';
import { escapeText } from './escape.js';
import { renderInlines, type InlineContext, withoutBold } from './inlines.js';

/** Maximum width of a row up to which columns are aligned; wider tables would be mostly spaces. */
const ALIGNED_WIDTH = 160;
/** Maximum size of an aligned table in characters: one long cell could make a table of a million rows too large. */
const ALIGNED_SIZE = 16 * 1024 * 1024;

export function renderTable(rows: Cell[][], context: InlineContext): string {
  const inCell = { ...context, lineBreak: '<br>', inCell: true };
  return layTable(
    rows.map((row, index) =>
      row.map((cell) => cellText(index === 0 ? unbold(cell.blocks) : cell.blocks, inCell)),
    ),
  );
}

/** Returns a table of cells that are already in Markdown; the first row is the header. */
export function layTable(texts: string[][]): string {
  const columns = texts.reduce((most, row) => Math.max(most, row.length), 1);
  const widths = Array.from({ length: columns }, () => 0);
  for (const row of texts)
    for (const [index, cell] of row.entries())
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
  return layRows(widths, texts.length, (at) => texts[at] ?? []);
}

/** Number of rows that are joined at a time. */
const ROWS_AT_ONCE = 256;
const SPACES = Array.from({ length: ALIGNED_WIDTH + 1 }, (_, length) => ' '.repeat(length));

/**
 * Returns a table of rows that are requested one by one, once each and in order. No object is allocated for a cell,
 * since there may be a million.
 */
export function layRows(
  widths: number[],
  count: number,
  row: (at: number) => readonly string[],
): string {
  const least = widths.map((width) => Math.max(3, width));
  const total = least.reduce((sum, width) => sum + width + 3, 1);
  const isAligned = total <= ALIGNED_WIDTH && total * count <= ALIGNED_SIZE;
  const aligned = isAligned ? least : least.map(() => 0);
  const rule = aligned.map((width) => '-'.repeat(Math.max(3, width)));
  let laid = '';
  const parts: string[] = [];
  for (let at = 0; at < count; at += 1) {
    if (at > 0) parts.push('\n');
    addLine(parts, row(at), aligned);
    if (at === 0) {
      parts.push('\n');
      addLine(parts, rule, aligned);
    }
    if (at % ROWS_AT_ONCE !== 0 && at < count - 1) continue;
    laid += parts.join('');
    parts.length = 0;
  }
  return laid;
}

function addLine(parts: string[], cells: readonly string[], widths: readonly number[]): void {
  parts.push('| ');
  for (const [index, width] of widths.entries()) {
    const cell = cells[index] ?? '';
    if (index > 0) parts.push(' | ');
    parts.push(cell);
    if (cell.length < width) parts.push(SPACES[width - cell.length] ?? '');
  }
  parts.push(' |');
}

const ALONE: InlineContext = { lineBreak: '<br>', inCell: true, noteNumber: () => undefined };

/** Returns blocks as a cell of {@link layTable}. */
export function cellMarkdown(blocks: Block[], header = false): string {
  return cellText(header ? unbold(blocks) : blocks, ALONE);
}

/** Removes bold, since a header is already bold. */
function unbold(blocks: Block[]): Block[] {
  return blocks.map((block) =>
    block.kind === 'paragraph' ? { ...block, content: withoutBold(block.content) } : block,
  );
}

/** Returns a cell in one line, as Markdown tables cannot contain blocks. */
function cellText(blocks: Block[], context: InlineContext): string {
  return blocks
    .map((block) => blockInCell(block, context))
    .filter((part) => part !== '')
    .join('<br>');
}

function blockInCell(block: Block, context: InlineContext): string {
  switch (block.kind) {
    case 'paragraph':
      return inline(block.content, context);
    case 'heading': {
      const content = inline(
        block.content.map((each) =>
          each.kind === 'text' ? { ...each, style: { ...each.style, bold: true } } : each,
        ),
        context,
      );
      return content;
    }
    case 'list':
      return block.items
        .map((item, index) => {
          const marker = block.ordered ? `${block.start + index}.` : '-';
          const label = item.label === undefined ? '' : `${escapeText(item.label)} `;
          const box = item.checked === undefined ? '' : item.checked ? '[x] ' : '[ ] ';
          return `${marker} ${box}${label}${cellText(item.blocks, context)}`;
        })
        .join('<br>');
    case 'table':
      return block.rows
        .map((row) => row.map((cell) => cellText(cell.blocks, context)).join(' / '))
        .join('<br>');
    case 'quote':
      return cellText(block.blocks, context);
    case 'code':
      return block.text
        .split('\n')
        .filter((each) => each.trim() !== '')
        .map((each) => inline([{ kind: 'text', text: each, style: { code: true } }], context))
        .join('<br>');
    case 'markdown':
    case 'laid':
      return inline([{ kind: 'text', text: block.text, style: {} }], context);
    case 'rule':
    case 'place':
      return '';
  }
}

function inline(content: Parameters<typeof renderInlines>[0], context: InlineContext): string {
  return renderInlines(content, context)
    .replaceAll(/^(?:<br>\s*)+|(?:\s*<br>)+$/g, '')
    .replaceAll(/(?:\s*<br>\s*)+/g, '<br>')
    .replaceAll('\n', ' ')
    .replaceAll('|', '\\|');
}
