import { type DefaultTreeAdapterTypes } from 'parse5';
import { type Block, isEmpty, type ListItem } from '../tree.js';
import { attribute, childrenOf, isElement, isHidden } from './elements.js';
import { titleBlocks } from './titles.js';
import { reportHidden } from './hidden.js';
import { type Context } from './context.js';

type Element = DefaultTreeAdapterTypes.Element;

/** Returns a list, and the content of the list element outside of its items. */
export function readList(node: Element, context: Context): Block[] {
  const items: ListItem[] = [];
  gather(node, { ...context, style: {} }, items);
  if (items.length === 0) return [];
  const start = Number.parseInt(attribute(node, 'start') ?? '1', 10);
  const ordered = node.tagName === 'ol';
  return [{ kind: 'list', ordered, start: start >= 0 ? start : 1, items }];
}

function gather(node: Element, context: Context, items: ListItem[]): void {
  for (const child of childrenOf(node)) {
    if (isElement(child) && isHidden(child)) {
      reportHidden(child, context);
      continue;
    }
    if (!isElement(child)) {
      if ('value' in child && child.nodeName === '#text' && child.value.trim() !== '')
        items.push({ blocks: [{ kind: 'paragraph', content: [textInline(child.value)] }] });
      continue;
    }
    const deeper = { ...context, depth: context.depth + 1 };
    if (child.tagName === 'li') {
      const item = readItem(child, deeper);
      if (!isEmpty(item.blocks)) items.push(item);
    } else if (child.tagName === 'ul' || child.tagName === 'ol') {
      // A list directly inside a list belongs to the item before it.
      const last = items.at(-1);
      if (last === undefined) items.push({ blocks: readList(child, deeper) });
      else last.blocks.push(...readList(child, deeper));
    } else if (child.childNodes.some((each) => isElement(each) && each.tagName === 'li')) {
      gather(child, deeper, items);
    } else {
      const blocks = context.readOne(child, deeper);
      if (!isEmpty(blocks)) items.push({ blocks });
    }
  }
}

function textInline(value: string): { kind: 'text'; text: string; style: object } {
  return { kind: 'text', text: value.trim(), style: {} };
}

function readItem(node: Element, context: Context): ListItem {
  const box = findCheckbox(node, 0);
  const blocks = [...context.read(node, { ...context, box }), ...titleBlocks(node, context)];
  return box === undefined
    ? { blocks }
    : { blocks, checked: attribute(box, 'checked') !== undefined };
}

function findCheckbox(node: Element, depth: number): Element | undefined {
  for (const child of childrenOf(node)) {
    if (!isElement(child)) continue;
    if (child.tagName === 'input')
      return attribute(child, 'type')?.toLowerCase() === 'checkbox' ? child : undefined;
    if (depth < 2 && (child.tagName === 'label' || child.tagName === 'p'))
      return findCheckbox(child, depth + 1);
  }
  return undefined;
}
