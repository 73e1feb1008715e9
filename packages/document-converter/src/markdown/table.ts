import { type Block, type Cell } from '../tree.js';
import { renderInlines, type InlineContext, withoutBold } from './inlines.js';

/** Columns are aligned if a row still fits a screen; wider tables would be mostly spaces. */
const ALIGNED_WIDTH = 160;

export function renderTable(rows: Cell[][], context: InlineContext): string {
  const inCell = { ...context, lineBreak: '<br>' };
  return layTable(
    rows.map((row, index) =>
      row.map((cell) => cellText(index === 0 ? unbold(cell.blocks) : cell.blocks, inCell)),
    ),
  );
}

/** Returns a table of cells that are already Markdown; the first row is the header. */
export function layTable(texts: string[][]): string {
  const columns = Math.max(1, ...texts.map((row) => row.length));
  const widths = Array.from({ length: columns }, () => 3);
  for (const row of texts)
    for (const [index, cell] of row.entries())
      widths[index] = Math.max(widths[index] ?? 3, cell.length);
  const total = widths.reduce((sum, width) => sum + width + 3, 1);
  const aligned = total <= ALIGNED_WIDTH ? widths : widths.map(() => 0);
  const lines = texts.map((row) => line(aligned.map((width, at) => (row[at] ?? '').padEnd(width))));
  const rule = line(aligned.map((width) => '-'.repeat(Math.max(3, width))));
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

/** Removes bold: a header is bold by itself. */
function unbold(blocks: Block[]): Block[] {
  return blocks.map((block) =>
    block.kind === 'paragraph' ? { ...block, content: withoutBold(block.content) } : block,
  );
}

function line(cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Returns a cell in one line: Markdown's tables have no blocks. */
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
          const label = item.label === undefined ? '' : `${item.label} `;
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
