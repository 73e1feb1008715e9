import { type Block, isEmpty, type ListItem } from '../tree.js';

type List = Block & { kind: 'list' };

export interface Marker {
  /** Nesting depth of the list, from 0. */
  level: number;
  ordered: boolean;
  /** Number of an ordered item. */
  number: number;
  /** Text before the item, if Markdown has no such marker. */
  label?: string | undefined;
}

/** Collects consecutive blocks: items become lists, and adjacent code or quotes are merged. */
export class Flow {
  readonly blocks: Block[] = [];
  /** Lists that accept further items, the outermost first. */
  #lists: { level: number; list: List }[] = [];

  /** Adds blocks after the current list or block; empty blocks change nothing. */
  add(...blocks: Block[]): void {
    for (const block of blocks) {
      if (isEmpty([block])) continue;
      this.#lists = [];
      const last = this.blocks.at(-1);
      if (block.kind === 'code' && last?.kind === 'code')
        this.blocks[this.blocks.length - 1] = { ...last, text: `${last.text}\n${block.text}` };
      else if (block.kind === 'quote' && last?.kind === 'quote') last.blocks.push(...block.blocks);
      else this.blocks.push(block);
    }
  }

  addItem({ level, ordered, number, label }: Marker, blocks: Block[]): void {
    const item: ListItem = { blocks, ...(label !== undefined && { label }) };
    while ((this.#lists.at(-1)?.level ?? -1) > level) this.#lists.pop();
    const last = this.#lists.at(-1);
    if (last?.level === level && isContinued(last.list, ordered, number)) {
      last.list.items.push(item);
      return;
    }
    if (last?.level === level) this.#lists.pop();
    const outer = this.#lists.at(-1)?.list.items.at(-1);
    const list: List = { kind: 'list', ordered, start: ordered ? number : 1, items: [item] };
    (outer?.blocks ?? this.blocks).push(list);
    this.#lists.push({ level, list });
  }
}

function isContinued(list: List, ordered: boolean, number: number): boolean {
  if (list.ordered !== ordered) return false;
  return !ordered || number === list.start + list.items.length;
}
