import { type DefaultTreeAdapterTypes } from 'parse5';
import { quoted } from '../input/losses.js';
import { type Builder } from './builder.js';
import { type Context } from './context.js';
import { attribute, childrenOf, isElement, isHidden, textContent } from './elements.js';

type Element = DefaultTreeAdapterTypes.Element;

/** Inputs whose value nothing shows. */
const WITHOUT_VALUE = new Set(['hidden', 'password', 'file']);
const CHOSEN = '☒';
const OPEN = '☐';

/** Writes what a control shows: its value, its state, its chosen options. */
export function walkControl(node: Element, builder: Builder, context: Context): void {
  const lines = linesOf(node, context);
  for (const [index, line] of lines.entries()) {
    if (index > 0) builder.add({ kind: 'break' }, context.link);
    builder.text(line, context.style, context.link);
  }
}

function linesOf(node: Element, context: Context): string[] {
  if (node.tagName === 'input') return [inputText(node)];
  if (node.tagName === 'textarea')
    return (textContent(node) || (attribute(node, 'placeholder') ?? '')).split('\n');
  return [optionsText(node, context)];
}

/** Returns what an input shows; its prompt where it is empty. */
export function inputText(node: Element): string {
  const type = attribute(node, 'type')?.trim().toLowerCase() ?? '';
  if (WITHOUT_VALUE.has(type)) return '';
  if (type === 'checkbox' || type === 'radio')
    return attribute(node, 'checked') === undefined ? OPEN : CHOSEN;
  if (type === 'image') return attribute(node, 'alt') ?? '';
  return attribute(node, 'value') || (attribute(node, 'placeholder') ?? '');
}

interface Option {
  text: string;
  /** The name of its group, where it is the first of it that is read. */
  group: string;
  chosen: boolean;
}

/** Returns the chosen option of a list that opens, and reports the others; of a list that is open all, with their states. */
function optionsText(list: Element, { resolver: { losses } }: Context): string {
  const options = optionsOf(list);
  const isOpen = attribute(list, 'multiple') !== undefined || Number(attribute(list, 'size')) > 1;
  if (isOpen) {
    const named = ({ text, group }: Option, at: number) =>
      group === options[at - 1]?.group ? text : `${group} ${text}`;
    return options
      .map((each, at) => `${each.chosen ? CHOSEN : OPEN} ${named(each, at)}`.trimEnd())
      .join(' ');
  }
  const isShown = list.tagName !== 'datalist';
  const chosen = isShown ? (options.findLast((each) => each.chosen) ?? options[0]) : undefined;
  const text = chosen === undefined ? '' : withGroup(chosen);
  for (const option of options)
    if (option !== chosen && option.text !== '')
      losses.add('Options that are not chosen were left out', () =>
        quoted(option.group === chosen?.group ? option.text : withGroup(option)),
      );
  return text;
}

function withGroup({ text, group }: Option): string {
  return group === '' ? text : `${group}: ${text}`;
}

/** Returns the options of a list, without recursion. */
function optionsOf(list: Element): Option[] {
  const options: Option[] = [];
  const waiting = childrenOf(list)
    .map((node) => ({ node, group: '' }))
    .toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node } = next;
    if (!isElement(node) || isHidden(node)) continue;
    if (node.tagName === 'option') {
      const text = textContent(node).replaceAll(/\s+/g, ' ').trim();
      options.push({
        text: attribute(node, 'label') || text,
        group: next.group,
        chosen: attribute(node, 'selected') !== undefined,
      });
      continue;
    }
    const group = attribute(node, 'label')?.trim() ?? next.group;
    for (const child of childrenOf(node).toReversed()) waiting.push({ node: child, group });
  }
  return options;
}
