import { type Inline, type Style } from '../tree.js';
import { escapeText, escapeUrl } from './escape.js';

type Flag = 'bold' | 'italic' | 'strike';
const FLAGS: readonly (readonly [Flag, string])[] = [
  ['bold', '**'],
  ['italic', '*'],
  ['strike', '~~'],
];
const PUNCTUATION = /[\p{P}\p{S}]/u;
/** White space that is not one space already, as nearly all of it is. */
const WIDE = /(?: {2,}| ?[\t\n\r\f\v\u00a0\u2028\u2029])[ \t\n\r\f\v\u00a0\u2028\u2029]*/g;

export interface InlineContext {
  /** The text of a line break. */
  lineBreak: string;
  /** Returns the number of a note in the text. */
  noteNumber: (id: string) => number | undefined;
  /** True within a link, which cannot contain another. */
  inLink?: boolean;
}

/** A stretch of text of one style, or a link, picture, note or break. */
interface Run {
  style: Style;
  /** Markdown, complete except for emphasis. */
  markdown: string;
}

export function renderInlines(inlines: Inline[], context: InlineContext): string {
  const runs = bridgeSpaces(merge(inlines)).map((each) => toRun(each, context));
  const text = emphasise(runs, 0);
  // Nearly all paragraphs are one line.
  return (text.includes('\n') ? withTidyBreaks(text) : text).trim();
}

function withTidyBreaks(text: string): string {
  return text
    .replaceAll(/[ \t]+(?=\n)/g, (spaces) => (spaces.length > 1 ? '  ' : ''))
    .replaceAll(/\n[ \t]+/g, '\n');
}

/** Removes bold that covers text from beginning to end, where everything is bold. */
export function withoutBold(inlines: Inline[]): Inline[] {
  const all = inlines.every(
    (each) => each.kind !== 'text' || each.text.trim() === '' || each.style.bold === true,
  );
  if (!all) return inlines;
  return inlines.map((each) =>
    each.kind === 'text' ? { ...each, style: { ...each.style, bold: false } } : each,
  );
}

function sameStyle(a: Style, b: Style): boolean {
  return (
    Boolean(a.bold) === Boolean(b.bold) &&
    Boolean(a.italic) === Boolean(b.italic) &&
    Boolean(a.strike) === Boolean(b.strike) &&
    Boolean(a.code) === Boolean(b.code) &&
    a.position === b.position
  );
}

/** Joins neighbours of one style, so that a word with pieces of the same style has one pair of marks. */
function merge(inlines: Inline[]): Inline[] {
  const merged: Inline[] = [];
  for (const each of inlines) {
    const last = merged.at(-1);
    if (each.kind !== 'text') merged.push(each);
    else if (each.text === '') continue;
    else if (last?.kind === 'text' && sameStyle(last.style, each.style))
      merged[merged.length - 1] = { ...last, text: last.text + each.text };
    else merged.push(each);
  }
  return merged;
}

/** Applies to white space between two texts the emphasis that they share: `**a b**`, not `**a** **b**`. */
function bridgeSpaces(inlines: Inline[]): Inline[] {
  const bridged = inlines.map((each, index) => {
    if (each.kind !== 'text' || each.text.trim() !== '') return each;
    const before = inlines[index - 1];
    const after = inlines[index + 1];
    const style: Style = {};
    if (before?.kind === 'text' && after?.kind === 'text')
      for (const [flag] of FLAGS)
        if (before.style[flag] === true && after.style[flag] === true) style[flag] = true;
    return { ...each, style };
  });
  return merge(bridged);
}

function toRun(inline: Inline, context: InlineContext): Run {
  switch (inline.kind) {
    case 'text':
      return { style: inline.style, markdown: inlineText(inline.text, inline.style) };
    case 'break':
      return { style: {}, markdown: context.lineBreak };
    case 'image':
      return { style: {}, markdown: `![${labelText(inline.alt)}](${escapeUrl(inline.url)})` };
    case 'math':
      return { style: {}, markdown: `$${inline.tex.replaceAll(/\s+/g, ' ').trim()}$` };
    case 'note': {
      const number = context.noteNumber(inline.id);
      return { style: {}, markdown: number === undefined ? '' : `[^${number}]` };
    }
    case 'link':
      return { style: {}, markdown: linkOf(inline, context) };
  }
}

function inlineText(text: string, style: Style): string {
  const flat = text.replaceAll(WIDE, ' ');
  if (style.code === true && flat.trim() !== '') return codeSpan(flat);
  const escaped = escapeText(flat);
  return style.position === undefined || flat.trim() === ''
    ? escaped
    : `<${style.position}>${escaped}</${style.position}>`;
}

function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(({ 0: run }) => run.length));
  const fence = '`'.repeat(longest + 1);
  const [, before = '', code = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  const pad = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return `${before}${fence}${pad}${code}${pad}${fence}${after}`;
}

function labelText(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[[\]\\<`]|&(?=#?[a-z\d]+;)/gi, '\\$&');
}

function linkOf(link: Inline & { kind: 'link' }, context: InlineContext): string {
  const inner = renderInlines(link.content, { ...context, lineBreak: ' ', inLink: true });
  if (context.inLink === true || link.url === '') return inner;
  if (inner === '') return '';
  if (isAutolink(link)) return `<${link.url}>`;
  const title = link.title?.replaceAll(/\s+/g, ' ').trim() ?? '';
  const suffix = title === '' ? '' : ` "${title.replaceAll(/["\\]/g, '\\$&')}"`;
  return `[${inner}](${escapeUrl(link.url)}${suffix})`;
}

/** Returns whether a link's text is its URL. */
function isAutolink({ url, title, content }: Inline & { kind: 'link' }): boolean {
  const [only, ...others] = content;
  return (
    title === undefined &&
    others.length === 0 &&
    only?.kind === 'text' &&
    only.text === url &&
    /^https?:\/\/[^\s<>\\`|]+$/.test(url)
  );
}

/** Wraps runs that share a style in its marks, the outermost first. */
function emphasise(runs: Run[], depth: number): string {
  const next = FLAGS[depth];
  if (next === undefined) return runs.map(({ markdown }) => markdown).join('');
  const [flag, marks] = next;
  let out = '';
  for (let at = 0; at < runs.length;) {
    const on = runs[at]?.style[flag] === true;
    let end = at + 1;
    while (end < runs.length && (runs[end]?.style[flag] === true) === on) end += 1;
    const inner = emphasise(runs.slice(at, end), depth + 1);
    out += on ? wrap(inner, marks, out.at(-1) ?? ' ', runs[end]?.markdown[0] ?? ' ') : inner;
    at = end;
  }
  return out;
}

/**
 * Marks must touch the text, and where a letter follows or precedes them, they must touch no punctuation: `**a:**b`
 * is not bold. White space goes outside always, punctuation where it has to.
 */
function wrap(inner: string, marks: string, before: string, after: string): string {
  const [, left = '', middle = '', right = ''] = /^(\s*)(.*?)(\s*)$/s.exec(inner) ?? [];
  if (middle === '') return inner;
  let start = 0;
  let end = middle.length;
  if (left === '' && isLetter(before))
    while (start < end && PUNCTUATION.test(middle[start] ?? '')) start += 1;
  if (right === '' && isLetter(after))
    while (end > start && PUNCTUATION.test(middle[end - 1] ?? '')) end -= 1;
  const marked = middle.slice(start, end);
  // The marks would be within the tag of what is raised or lowered: there is no emphasis that touches both.
  const inTag = middle.slice(0, start).endsWith('<') && /^su[bp]>/.test(marked);
  if (inTag || (/<\/su[bp]$/.test(marked) && end < middle.length)) return inner;
  if (
    marked.trim() === '' ||
    /^[*~`[]|[*~`\])]$/.test(start > 0 || end < middle.length ? marked : '')
  )
    return inner;
  const touching = left === '' && before === '*' && marks === '*' ? '_' : marks;
  return `${left}${middle.slice(0, start)}${touching}${marked}${touching}${middle.slice(end)}${right}`;
}

function isLetter(char: string): boolean {
  return char !== '' && !/\s/.test(char) && !PUNCTUATION.test(char);
}
