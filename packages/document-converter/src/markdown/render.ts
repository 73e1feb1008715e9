import { type Block, type DocumentTree, type ListItem } from '../tree.js';
import { escapeBox, escapeHeadingEnd, escapeLineStarts, escapeText } from './escape.js';
import { renderInlines, type InlineContext, withoutBold } from './inlines.js';
import { placeMark } from './places.js';
import { renderTable } from './table.js';

/**
 * Maximum nesting of lists and quotes; deeper ones are written on one level, which readers could not follow anyway.
 */
const MAX_DEPTH = 24;

/** Returns the Markdown of a document without a trailing newline; empty if the document has no content. */
export function renderTree(tree: DocumentTree): string {
  const numbers = new Map(tree.notes.map(({ id }, index) => [id, index + 1]));
  const context: InlineContext = { lineBreak: '  \n', noteNumber: (id) => numbers.get(id) };
  const body = renderBlocks(tree.blocks, context, 0);
  const notes = tree.notes.map(({ id, blocks }) =>
    indentRest(`[^${numbers.get(id)}]: ${renderBlocks(blocks, context, 1)}`, '    '),
  );
  return [body, ...notes].filter((part) => part !== '').join('\n\n');
}

/** @param depth number of enclosing lists and quotes */
export function renderBlocks(blocks: Block[], context: InlineContext, depth: number): string {
  const parts: string[] = [];
  let previous: Block | undefined;
  let alternate = false;
  for (const block of blocks) {
    // Two lists in a row would merge unless they have different markers.
    alternate =
      block.kind === 'list' && previous?.kind === 'list' && previous.ordered === block.ordered
        ? !alternate
        : false;
    const part = renderBlock(block, context, depth, alternate);
    if (part === '') continue;
    parts.push(part);
    previous = block;
  }
  return parts.join('\n\n');
}

function renderBlock(
  block: Block,
  context: InlineContext,
  depth: number,
  alternate: boolean,
): string {
  switch (block.kind) {
    case 'heading': {
      const content = renderInlines(withoutBold(block.content), { ...context, lineBreak: ' ' });
      const level = Math.min(6, Math.max(1, Math.trunc(block.level)));
      return content === '' ? '' : `${'#'.repeat(level)} ${escapeHeadingEnd(content)}`;
    }
    case 'paragraph':
      return escapeLineStarts(trimBreaks(renderInlines(block.content, context)));
    case 'list':
      return renderList(block, context, depth, alternate);
    case 'table':
      return renderTable(block.rows, context);
    case 'quote': {
      const inner = renderBlocks(block.blocks, context, depth + 1);
      return inner === '' || depth >= MAX_DEPTH
        ? inner
        : inner.replaceAll(/^(?=(.?))/gm, quoteMark);
    }
    case 'code':
      return renderCode(block.text, block.language);
    case 'markdown':
      return block.text.replace(/^\n+/, '').trimEnd();
    case 'laid':
      return block.text;
    case 'rule':
      return '---';
    case 'place':
      return placeMark(block.unit, block.number);
  }
}

function quoteMark(_: string, next: string): string {
  return next === '' ? '>' : '> ';
}

function trimBreaks(markdown: string): string {
  if (!markdown.includes('\n')) return markdown;
  const ended = markdown.endsWith('\n') ? markdown.trimEnd() : markdown;
  return ended.replace(/^\s*\n/, '').replaceAll(/\n(?:[ \t]*\n)+/g, '\n\n');
}

function renderCode(code: string, language: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(({ 0: run }) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code.replace(/^\n+/, '').trimEnd()}\n${fence}`;
}

function renderList(
  list: Block & { kind: 'list' },
  context: InlineContext,
  depth: number,
  alternate: boolean,
): string {
  const items = list.items.map((item, index) => {
    const marker = list.ordered
      ? `${list.start + index}${alternate ? ')' : '.'}`
      : alternate
        ? '*'
        : '-';
    return renderItem(item, marker, context, depth);
  });
  // Items are separated by blank lines only if one has more than a paragraph and nested lists.
  const loose = items.some(({ loose: each }) => each);
  return items.map(({ markdown }) => markdown).join(loose ? '\n\n' : '\n');
}

function renderItem(item: ListItem, marker: string, context: InlineContext, depth: number) {
  const simple = item.blocks.every(
    (block, index) =>
      block.kind === 'list' ||
      block.kind === 'place' ||
      (index === 0 && block.kind === 'paragraph'),
  );
  const rendered = simple
    ? item.blocks
        .map((block) => renderBlock(block, context, depth + 1, false))
        .filter((part) => part !== '')
        .join('\n')
    : renderBlocks(item.blocks, context, depth + 1);
  const box = item.checked === undefined ? '' : item.checked ? '[x] ' : '[ ] ';
  const label = item.label === undefined ? '' : `${escapeLineStarts(escapeText(item.label))} `;
  const indent = depth >= MAX_DEPTH ? '' : ' '.repeat(marker.length + 1);
  const markdown = indentRest(`${marker} ${box}${escapeBox(label + rendered)}`.trimEnd(), indent);
  return { markdown, loose: !simple };
}

function indentRest(markdown: string, indent: string): string {
  return markdown.replaceAll(/\n(?=[^\n])/g, `\n${indent}`);
}
