import { type Block, type ListItem } from '../tree.js';

/**
 * Joins lists that an engine has split: an item that only contains a list belongs to the item before it, and a
 * numbered list that continues the previous one is the same list.
 */
export function tidyLists(blocks: Block[]): Block[] {
  const out: Block[] = [];
  for (const block of blocks.map(tidyInside)) {
    const last = out.at(-1);
    if (block.kind !== 'list' || last?.kind !== 'list') out.push(block);
    else {
      const joined = joinLists(last, block);
      out.splice(-1, 1, ...joined);
    }
  }
  return out;
}

type List = Block & { kind: 'list' };

function tidyInside(block: Block): Block {
  switch (block.kind) {
    case 'list':
      return {
        ...block,
        items: foldItems(
          block.items.map((item) => ({ ...item, blocks: withoutBullet(tidyLists(item.blocks)) })),
        ),
      };
    case 'quote':
      return { ...block, blocks: tidyLists(block.blocks) };
    case 'table':
      return {
        ...block,
        rows: block.rows.map((row) => row.map((cell) => ({ blocks: tidyLists(cell.blocks) }))),
      };
    default:
      return block;
  }
}

function joinLists(first: List, second: List): Block[] {
  const [head, ...rest] = second.items;
  if (head !== undefined && isOnlyList(head)) {
    const items = foldItems([...first.items, head]);
    if (rest.length === 0 || !first.ordered)
      return [{ ...first, items: foldItems([...items, ...rest]) }];
    return [{ ...first, items: [...items, ...rest] }];
  }
  const goesOn =
    first.ordered && second.ordered && second.start === first.start + first.items.length;
  return goesOn && second.start > 1
    ? [{ ...first, items: [...first.items, ...second.items] }]
    : [first, second];
}

function foldItems(items: ListItem[]): ListItem[] {
  const out: ListItem[] = [];
  for (const item of items) {
    const last = out.at(-1);
    if (last !== undefined && isOnlyList(item))
      out[out.length - 1] = { ...last, blocks: [...last.blocks, ...item.blocks] };
    else out.push(item);
  }
  return out;
}

function isOnlyList({ blocks }: ListItem): boolean {
  return blocks.length > 0 && blocks.every(({ kind }) => kind === 'list');
}

/** Removes the bullet that producers of RTF also write into the text. */
function withoutBullet(blocks: Block[]): Block[] {
  const [first, ...rest] = blocks;
  if (first?.kind !== 'paragraph') return blocks;
  const [start, ...more] = first.content;
  if (start?.kind !== 'text') return blocks;
  const text = start.text.replace(/^\s*[•·▪◦‣●○■□\uf0b7\uf0a7]\s*/u, '');
  return [{ ...first, content: [{ ...start, text }, ...more] }, ...rest];
}
