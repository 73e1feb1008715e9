import { type DefaultTreeAdapterTypes } from 'parse5';
import { type WordCount } from '../count/word-count.js';
import { quoted } from '../input/losses.js';
import { type Builder } from './builder.js';
import { type Context } from './context.js';
import {
  attribute,
  childrenOf,
  hasNoValue,
  isElement,
  isHidden,
  textContent,
  readInputType,
} from './elements.js';
import { reportHidden } from './hidden.js';

type Element = DefaultTreeAdapterTypes.Element;

const CHOSEN = '☒';
const OPEN = '☐';

/** Writes the visible state of a control: its value, its check mark, its chosen options. */
export function walkControl(node: Element, builder: Builder, context: Context): void {
  const lines = readControlLines(node, context);
  for (const [index, line] of lines.entries()) {
    if (index > 0) builder.add({ kind: 'break' }, context.link);
    builder.text(line, context.style, context.link);
  }
}

function readControlLines(node: Element, context: Context): string[] {
  const { words } = context.resolver.losses;
  if (node.tagName === 'input') return [inputText(node, words)];
  if (node.tagName === 'textarea') return shown(textContent(node), node, words).split('\n');
  return [optionsText(node, context)];
}

/** Returns the visible text of an input. */
function inputText(node: Element, words: WordCount): string {
  const type = readInputType(node);
  if (type === 'checkbox' || type === 'radio')
    return attribute(node, 'checked') === undefined ? OPEN : CHOSEN;
  if (type === 'image') return attribute(node, 'alt') ?? '';
  return hasNoValue(node) ? '' : shown(attribute(node, 'value') ?? '', node, words);
}

/** Returns the value of a control, or its placeholder if the value is empty. */
function shown(value: string, node: Element, words: WordCount): string {
  const prompt = attribute(node, 'placeholder') ?? '';
  if (value === '') return prompt;
  words.know(prompt);
  return value;
}

interface Option {
  text: string;
  /** Label of the option's group; empty without a group. */
  group: string;
  chosen: boolean;
}

/**
 * Returns the chosen option of a drop-down list and reports the others; for an open list, returns all options with
 * their states.
 */
function optionsText(list: Element, context: Context): string {
  const { losses } = context.resolver;
  const options = collectOptions(list, context);
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
  const groups = new Set(options.map(({ group }) => group));
  if (chosen !== undefined) groups.delete(chosen.group);
  for (const group of groups) losses.words.know(group);
  for (const option of options)
    if (option !== chosen && option.text !== '')
      losses.add(
        'Options that are not chosen were left out',
        () => quoted(option.group === chosen?.group ? option.text : withGroup(option)),
        [option.text],
      );
  return chosen === undefined ? '' : withGroup(chosen);
}

function withGroup({ text, group }: Option): string {
  return group === '' ? text : `${group}: ${text}`;
}

/** Returns the options of a list, without recursion. */
function collectOptions(list: Element, context: Context): Option[] {
  const options: Option[] = [];
  const waiting = childrenOf(list)
    .map((node) => ({ node, group: '' }))
    .toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node } = next;
    if (!isElement(node)) continue;
    if (isHidden(node)) {
      reportHidden(node, context);
      continue;
    }
    if (node.tagName === 'option') {
      const content = textContent(node);
      const label = attribute(node, 'label') ?? '';
      if (label !== '') context.resolver.losses.words.know(content);
      options.push({
        text: (label || content).replaceAll(/\s+/g, ' ').trim(),
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
