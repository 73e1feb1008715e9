import { type Block, type DocumentTree, type Inline } from '../tree.js';

/**
 * Returns a document as part of another.
 * @param prefix makes the ids of its notes unique
 * @param levels number of levels by which its headings are lowered
 */
export function nestTree(tree: DocumentTree, prefix: string, levels: number): DocumentTree {
  const nested = (blocks: Block[]): Block[] => blocks.map((block) => nestBlock(block));
  const inlines = (content: Inline[]): Inline[] =>
    content.map((each): Inline => {
      if (each.kind === 'note') return { ...each, id: prefix + each.id };
      return each.kind === 'link' ? { ...each, content: inlines(each.content) } : each;
    });
  const nestBlock = (block: Block): Block => {
    switch (block.kind) {
      case 'heading':
        return {
          ...block,
          level: Math.min(6, block.level + levels),
          content: inlines(block.content),
        };
      case 'paragraph':
        return { ...block, content: inlines(block.content) };
      case 'list':
        return {
          ...block,
          items: block.items.map((item) => ({ ...item, blocks: nested(item.blocks) })),
        };
      case 'table':
        return {
          ...block,
          rows: block.rows.map((row) => row.map((cell) => ({ blocks: nested(cell.blocks) }))),
        };
      case 'quote':
        return { ...block, blocks: nested(block.blocks) };
      default:
        return block;
    }
  };
  return {
    blocks: nested(tree.blocks),
    notes: tree.notes.map(({ id, blocks }) => ({ id: prefix + id, blocks: nested(blocks) })),
  };
}
