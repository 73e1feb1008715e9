// Embedded chunks in other formats, which Word shows in place.
import { posix } from 'node:path';
import { type Source } from '../../formats/port.js';
import { quoted } from '../../input/losses.js';
import { type Block, type DocumentTree, type Note } from '../../tree.js';
import { type WordDocument } from './context.js';

/** Returns a document with its chunks at their placeholders. */
export async function withChunks(
  tree: DocumentTree,
  { parts, chunks, losses }: WordDocument,
  { readInner }: Source,
): Promise<DocumentTree> {
  const found = new Map<Block, Block[]>();
  const notes: Note[] = [];
  for (const [place, path] of chunks) {
    found.set(place, []);
    const bytes = parts.bytes(path);
    if (bytes === undefined) {
      losses.add('Embedded documents were left out', () => quoted(path));
      continue;
    }
    const inner = await readInner({ name: posix.basename(path), bytes }, 0);
    // The first block is the document's name.
    found.set(place, inner?.blocks.slice(1) ?? []);
    notes.push(...(inner?.notes ?? []));
  }
  return {
    blocks: replaced(tree.blocks, found),
    notes: [
      ...tree.notes.map(({ id, blocks }) => ({ id, blocks: replaced(blocks, found) })),
      ...notes,
    ],
  };
}

function replaced(blocks: readonly Block[], found: ReadonlyMap<Block, Block[]>): Block[] {
  return blocks.flatMap((block): Block[] => {
    const content = found.get(block);
    if (content !== undefined) return content;
    switch (block.kind) {
      case 'list':
        return [
          {
            ...block,
            items: block.items.map((item) => ({ ...item, blocks: replaced(item.blocks, found) })),
          },
        ];
      case 'table':
        return [
          {
            ...block,
            rows: block.rows.map((row) =>
              row.map((cell) => ({ blocks: replaced(cell.blocks, found) })),
            ),
          },
        ];
      case 'quote':
        return [{ ...block, blocks: replaced(block.blocks, found) }];
      default:
        return [block];
    }
  });
}
