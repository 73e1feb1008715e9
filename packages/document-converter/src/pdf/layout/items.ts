import { type Block, type Inline, type ListItem } from '../../tree.js';
import { segmentText } from './lines.js';
import { type Paragraph } from './paragraphs.js';
import { type Hyphenated, joinLines } from './text.js';

interface Placed {
  item: ListItem;
  /** Position of the marker in points. */
  x: number;
  number: number | undefined;
}

export function listItem({ marker, lines, breaks, x0 }: Paragraph, hyphenated: Hyphenated): Placed {
  const { length, number, ...shown } = marker ?? { length: 0 };
  const least = Math.min(length, lines[0] === undefined ? 0 : segmentText(lines[0]).length);
  const content = withoutStart(joinLines(lines, hyphenated, breaks), least);
  return { item: { blocks: [{ kind: 'paragraph', content }], ...shown }, x: x0, number };
}

/** Removes the first characters of inlines, counting consecutive white space once. */
function withoutStart(inlines: Inline[], length: number): Inline[] {
  let rest = length;
  return inlines.flatMap((inline): Inline[] => {
    if (rest <= 0 || inline.kind !== 'text') return [inline];
    const text = inline.text.replaceAll(/\s+/g, ' ');
    const cut = Math.min(rest, text.length);
    rest -= cut;
    // A marker is not followed by a space if a gap separates it from its text.
    if (rest === 1 && cut === text.length) rest = 0;
    return cut === text.length ? [] : [{ ...inline, text: text.slice(cut).trimStart() }];
  });
}

type List = Block & { kind: 'list' };

/** Minimum indentation of a nested item in points. */
const DEEPER = 6;

/** Returns items as nested lists. */
export function nestItems(items: Placed[]): Block[] {
  const out: Block[] = [];
  const open: { list: List; x: number }[] = [];
  for (const { item, x, number } of items) {
    while (open.length > 1 && x < (open.at(-1)?.x ?? 0) - DEEPER / 2) open.pop();
    const top = open.at(-1);
    if (top !== undefined && x <= top.x + DEEPER && fits(top.list, number)) {
      top.list.items.push(item);
      continue;
    }
    const ordered = number !== undefined;
    const list: List = { kind: 'list', ordered, start: number ?? 1, items: [item] };
    if (top !== undefined && x <= top.x + DEEPER) open.pop();
    (open.at(-1)?.list.items.at(-1)?.blocks ?? out).push(list);
    open.push({ list, x });
  }
  return out;
}

/** Returns whether an item continues a list: a bullet after bullets, or the next number. */
export function fits(list: List, number: number | undefined): boolean {
  return number === undefined
    ? !list.ordered
    : list.ordered && number === list.start + list.items.length;
}
