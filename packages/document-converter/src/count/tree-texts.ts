import { type Block, type DocumentTree, type Inline } from '../tree.js';

/** Receives the texts of a tree in order. */
export interface TextTaker {
  text(text: string): void;
  /** Takes the alternative text of a picture. */
  alt(text: string): void;
  /** Takes Markdown, in which some letters and digits are markup. */
  laid(text: string): void;
  /** Takes the content of a paragraph, in which the parts of a word may have different styles. */
  line?(content: Inline[]): void;
  /** Takes the target of a link or picture. */
  url?(url: string): void;
}

/**
 * Calls a taker with the texts of a document, except for formulas and item labels, which are counted when they are
 * created.
 */
export function takeTree({ blocks, notes }: DocumentTree, taker: TextTaker): void {
  takeBlocks(blocks, taker);
  for (const note of notes) takeBlocks(note.blocks, taker);
}

function takeBlocks(blocks: readonly Block[], taker: TextTaker): void {
  for (const block of blocks)
    switch (block.kind) {
      case 'heading':
      case 'paragraph':
        taker.line?.(block.content);
        takeInlines(block.content, taker);
        break;
      case 'list':
        for (const item of block.items) takeBlocks(item.blocks, taker);
        break;
      case 'table':
        for (const row of block.rows) for (const cell of row) takeBlocks(cell.blocks, taker);
        break;
      case 'quote':
        takeBlocks(block.blocks, taker);
        break;
      case 'code':
      case 'markdown':
        taker.text(block.text);
        break;
      case 'laid':
        taker.laid(block.text);
        break;
      default:
    }
}

function takeInlines(inlines: readonly Inline[], taker: TextTaker): void {
  for (const inline of inlines)
    if (inline.kind === 'text') taker.text(inline.text);
    else if (inline.kind === 'link') {
      taker.url?.(inline.url);
      takeInlines(inline.content, taker);
    } else if (inline.kind === 'image') {
      taker.url?.(inline.url);
      taker.alt(inline.alt);
    }
}

/** Returns the texts of blocks, in their order. */
export function textsOfTree(blocks: readonly Block[]): string[] {
  const found: string[] = [];
  const take = (text: string) => found.push(text);
  takeBlocks(blocks, { text: take, alt: () => undefined, laid: (text) => take(textOfLaid(text)) });
  return found;
}

const MARKUP = /<\/?(?:br|su[bp])>|&#?\w{1,8};|\]\([^)]*\)/g;

/** Returns the approximate text of rendered Markdown: without tags, entities and link targets. */
export function textOfLaid(markdown: string): string {
  return markdown.replaceAll(MARKUP, ' ');
}
