// Forms of one text, such as HTML and plain text: what both say is kept once.
import { wordsOf } from './letters.js';
import { type TextTaker, takeTree } from './tree-texts.js';
import { type Block, type Inline } from '../tree.js';

const URL_LIKE = /^\W*(https?:\/\/([^\s/>?#]+)[^\s>]*)/i;

/** A text in parts: what other blocks do not say, and what they do. */
export interface Rest {
  /** Lines with what only the text says. */
  lines: string[];
  known: string[];
  /** True where the other blocks have text at all. */
  isRest: boolean;
}

/** Returns what a text says that blocks do not. */
export function restOf(text: string, blocks: Block[]): Rest {
  const said = new Set<string>();
  const hosts = new Set<string>();
  const add = (value: string) => {
    for (const word of wordsOf(value.normalize('NFKC').toLowerCase())) said.add(word);
  };
  const taker: TextTaker = { text: add, alt: add, laid: add };
  takeTree({ blocks, notes: [] }, taker);
  const isRest = said.size > 0;
  for (const url of urlsOf(blocks)) {
    add(url);
    hosts.add(hostOf(url));
  }
  const isKnown = (token: string): boolean => {
    const [, url, host = ''] = URL_LIKE.exec(token) ?? [];
    // Links of one mail differ between its forms by what counts who follows them.
    if (url !== undefined && hosts.has(host.toLowerCase())) return true;
    return wordsOf(token.normalize('NFKC').toLowerCase()).every((word) => said.has(word));
  };
  const rest: Rest = { lines: [], known: [], isRest };
  for (const line of text.split(/\r\n?|\n/)) {
    const tokens = line.split(/\s+/).filter((token) => token !== '');
    const unknown = tokens.filter((token) => !isKnown(token));
    if (unknown.length > 0) rest.lines.push(unknown.join(' '));
    rest.known.push(tokens.filter((token) => !unknown.includes(token)).join(' '));
  }
  return rest;
}

function hostOf(url: string): string {
  return URL_LIKE.exec(url)?.[2]?.toLowerCase() ?? '';
}

function urlsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    switch (block.kind) {
      case 'heading':
      case 'paragraph':
        return inlineUrls(block.content);
      case 'list':
        return block.items.flatMap((item) => urlsOf(item.blocks));
      case 'table':
        return block.rows.flatMap((row) => row.flatMap((cell) => urlsOf(cell.blocks)));
      case 'quote':
        return urlsOf(block.blocks);
      default:
        return [];
    }
  });
}

function inlineUrls(inlines: readonly Inline[]): string[] {
  return inlines.flatMap((each) =>
    each.kind === 'link' || each.kind === 'image' ? [each.url] : [],
  );
}
