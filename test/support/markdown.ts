import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fenced block of a page. */
export interface Block {
  /** First word of the info string; '' if there is none. */
  language: string;
  info: string;
  text: string;
  /** Line of the opening fence, starting at 1. */
  line: number;
}

export const ROOT = join(import.meta.dirname, '../..');

/** Pages whose blocks are executed, as paths relative to the root of the repository. */
export const PAGES: readonly string[] = globSync(
  ['*.md', 'docs/**/*.md', 'templates/**/*.md', 'packages/*/*.md'],
  { cwd: ROOT },
).sort();

export function readPage(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

/** Returns the fenced blocks of a Markdown text, in order. Throws if a block is not closed. */
export function parseBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: (Block & { fence: string }) | null = null;
  for (const [index, line] of markdown.split('\n').entries()) {
    const { fence, info } = /^(?<fence>`{3,}|~{3,})(?<info>.*)$/.exec(line)?.groups ?? {};
    if (open === null) {
      if (fence === undefined) continue;
      const [, language = '', rest = ''] = /^\s*(\S*)\s*(.*?)\s*$/.exec(info ?? '') ?? [];
      open = { language, info: rest, text: '', line: index + 1, fence };
    } else if (line.trimEnd() === open.fence) {
      const { fence: _fence, ...block } = open;
      blocks.push(block);
      open = null;
    } else open.text += `${line}\n`;
  }
  if (open !== null) throw new Error(`the block of line ${open.line} is not closed`);
  return blocks;
}

/** Returns the rows of all tables with this header in a Markdown text; back quotes are removed from cells. */
export function parseTableRows(markdown: string, head: readonly string[]): string[][] {
  const rows: string[][] = [];
  let inside = false;
  for (const line of markdown.split('\n')) {
    if (!line.startsWith('|')) inside = false;
    else if (!inside) inside = cells(line).join('|') === head.join('|');
    else if (!/^[|\s:-]+$/.test(line)) rows.push(cells(line));
  }
  return rows;
}

function cells(line: string): string[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|').replaceAll('`', ''));
}
