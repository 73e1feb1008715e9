import { type Inline, plainText, type Style } from '../tree.js';
import { escapeTex, escapeText, escapeUrl } from './escape.js';

type Flag = 'bold' | 'italic' | 'strike';
const FLAGS: readonly (readonly [Flag, string])[] = [
  ['bold', '**'],
  ['italic', '*'],
  ['strike', '~~'],
];
const PUNCTUATION = /[\p{P}\p{S}]/u;
/** White space other than a single space. */
const WIDE = /(?: {2,}| ?[\t\n\r\f\v\u00a0\u2028\u2029])[ \t\n\r\f\v\u00a0\u2028\u2029]*/g;

export interface InlineContext {
  /** Markdown of a line break. */
  lineBreak: string;
  /** Returns the number of a note. */
  noteNumber: (id: string) => number | undefined;
  /** True within a link, which cannot contain another link. */
  inLink?: boolean;
  /** True in a table cell. */
  inCell?: boolean;
  /** True if code must be written as text. */
  withoutCode?: boolean;
}

/** A run of text with one style, or a link, picture, note or break. */
interface Run {
  style: Style;
  /** Markdown that is complete except for emphasis. */
  markdown: string;
  /** True for plain text, whose punctuation may be placed outside of marks. */
  isPlain: boolean;
}

export function renderInlines(inlines: Inline[], context: InlineContext): string {
  const runs = renderRuns(
    bridgeSpaces(merge(flattened(inlines, context.inLink === true))),
    context,
  );
  const { markdown } = emphasise(runs, 0, ' ', ' ');
  // Most paragraphs have one line.
  const tidy = (markdown.includes('\n') ? withTidyBreaks(markdown) : markdown).trim();
  return DEFINITION.test(tidy) && context.withoutCode !== true
    ? renderInlines(inlines, { ...context, withoutCode: true })
    : tidy;
}

/**
 * Link definition. Definitions take precedence over code, which may contain their closing bracket; brackets in text
 * are escaped.
 */
const DEFINITION = /^\[(?:[^[\]\\]|\\.)*\]:/s;

/** Replaces links without a target, and links inside other links, by their texts. */
function flattened(inlines: Inline[], inLink: boolean): Inline[] {
  if (!inlines.some(({ kind }) => kind === 'link')) return inlines;
  return inlines.flatMap((each) =>
    each.kind === 'link' && (inLink || each.url === '') ? flattened(each.content, inLink) : [each],
  );
}

function withTidyBreaks(text: string): string {
  return text
    .replaceAll(/[ \t]+(?=\n)/g, (spaces) => (spaces.length > 1 ? '  ' : ''))
    .replaceAll(/\n[ \t]+/g, '\n');
}

/** Removes bold if all text is bold. */
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
  // Adjacent marks of code would merge.
  if (a.code === true && b.code === true) return true;
  return (
    Boolean(a.bold) === Boolean(b.bold) &&
    Boolean(a.italic) === Boolean(b.italic) &&
    Boolean(a.strike) === Boolean(b.strike) &&
    Boolean(a.code) === Boolean(b.code) &&
    a.position === b.position
  );
}

/** Merges neighbours of the same style, so that a word has one pair of marks. */
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

/** Returns inlines as Markdown, with each text escaped for its surroundings. */
function renderRuns(inlines: Inline[], context: InlineContext): Run[] {
  const runs = inlines
    .map((each) => ({ each, markdown: renderInline(each, context) }))
    .filter(({ markdown }) => markdown !== '');
  const inLink = context.inLink === true;
  return runs.map(({ each, markdown }, at) => {
    if (each.kind !== 'text' || isCode(each, context))
      return { style: getInlineStyle(each), markdown, isPlain: false };
    const { style } = each;
    const before = runs[at - 1];
    const after = runs[at + 1];
    const escaped = escapeText(markdown, {
      before: before?.markdown ?? '',
      // A "<" of text may be escaped with a backslash.
      after:
        after === undefined
          ? ''
          : after.each.kind === 'text'
            ? after.markdown.replace(/^</, '\\<')
            : after.markdown,
      marked: inLink || style.position !== undefined || FLAGS.some(([flag]) => style[flag]),
      inLink,
      afterNote: before?.each.kind === 'note',
    });
    const isPlain = style.position === undefined || markdown.trim() === '';
    const tag = style.position;
    return { style, markdown: isPlain ? escaped : `<${tag}>${escaped}</${tag}>`, isPlain };
  });
}

function isCode({ text, style }: Inline & { kind: 'text' }, context: InlineContext): boolean {
  if (style.code !== true || context.withoutCode === true || text.trim() === '') return false;
  // In a cell, a bar is escaped with a backslash, which another one before it would cancel.
  return !(context.inCell === true && text.includes('\\|'));
}

function getInlineStyle(inline: Inline): Style {
  return inline.kind === 'text' ? inline.style : {};
}

/** Returns an inline as Markdown, and text unchanged in one line. */
function renderInline(inline: Inline, context: InlineContext): string {
  switch (inline.kind) {
    case 'text': {
      const flat = inline.text.replaceAll(WIDE, ' ');
      return isCode(inline, context) ? codeSpan(flat) : flat;
    }
    case 'break':
      return context.lineBreak;
    case 'image':
      return `![${labelText(inline.alt)}](${escapeUrl(inline.url)})`;
    case 'math':
      return `$${escapeTex(inline.tex)}$`;
    case 'note': {
      const number = context.noteNumber(inline.id);
      return number === undefined ? '' : `[^${number}]`;
    }
    case 'link':
      return renderLink(inline, context);
  }
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
    .replaceAll(/[[\]\\<`*]|(?<![a-z\d])_|_(?![a-z\d])|(?<=\S)~|~(?=~)|&(?=#?[a-z\d]+;)/gi, '\\$&');
}

function renderLink(link: Inline & { kind: 'link' }, context: InlineContext): string {
  const inner = renderInlines(link.content, { ...context, lineBreak: ' ', inLink: true });
  if (inner === '') return plainText(link.content) === '' ? '' : ' ';
  if (isAutolink(link)) return `<${link.url}>`;
  const title = link.title?.replaceAll(/\s+/g, ' ').trim() ?? '';
  const suffix = title === '' ? '' : ` "${title.replaceAll(/["\\]/g, '\\$&')}"`;
  const said = plainText(link.content);
  const left = /^\s/.test(said) ? ' ' : '';
  const right = /\s$/.test(said) ? ' ' : '';
  return `${left}[${inner}](${escapeUrl(link.url)}${suffix})${right}`;
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

/** Markdown with the lengths of the plain text at its ends. */
interface Marked {
  markdown: string;
  head: number;
  tail: number;
}

/**
 * Wraps runs that share a style in its marks, the outermost first.
 * @param before character before the runs
 * @param after character after the runs
 */
function emphasise(runs: Run[], depth: number, before: string, after: string): Marked {
  const next = FLAGS[depth];
  if (next === undefined) return joinedRuns(runs);
  const [flag, marks] = next;
  const parts: Marked[] = [];
  let last = before;
  for (let at = 0; at < runs.length;) {
    const on = runs[at]?.style[flag] === true;
    let end = at + 1;
    while (end < runs.length && (runs[end]?.style[flag] === true) === on) end += 1;
    const following = runs[end]?.markdown[0] ?? after;
    const inner = emphasise(runs.slice(at, end), depth + 1, last, following);
    const part = on ? wrap(inner, marks, last, following) : inner;
    parts.push(part);
    last = part.markdown.at(-1) ?? last;
    at = end;
  }
  return joinedParts(parts);
}

function joinedRuns(runs: Run[]): Marked {
  return joinedParts(
    runs.map(({ markdown, isPlain }) => {
      const length = isPlain ? markdown.length : 0;
      return { markdown, head: length, tail: length };
    }),
  );
}

function joinedParts(parts: Marked[]): Marked {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  return {
    markdown: parts.map(({ markdown }) => markdown).join(''),
    head: only?.head ?? 0,
    tail: parts.at(-1)?.tail ?? 0,
  };
}

/**
 * Wraps content in marks. Marks must touch the text and, next to a letter, must not touch punctuation: `**a:**b` is
 * not bold. White space is moved outside always, and plain punctuation if necessary.
 */
function wrap(inner: Marked, marks: string, before: string, after: string): Marked {
  const [, left = '', middle = '', right = ''] = /^(\s*)(.*?)(\s*)$/s.exec(inner.markdown) ?? [];
  if (middle === '') return inner;
  // Adjacent marks of the same character form one run, which may follow a letter.
  const isAfterLetter = left === '' && (isLetter(before) || (before === '*' && marks === '**'));
  const isBeforeLetter = right === '' && isLetter(after);
  const head = Math.min(inner.head - left.length, middle.length);
  const tail = Math.max(middle.length - inner.tail + right.length, 0);
  let start = 0;
  let end = middle.length;
  if (isAfterLetter) while (start < head && PUNCTUATION.test(middle[start] ?? '')) start += 1;
  if (isBeforeLetter) while (end > tail && PUNCTUATION.test(middle[end - 1] ?? '')) end -= 1;
  if (start >= end) return inner;
  const marked = middle.slice(start, end);
  const touching = left === '' && before === '*' && marks === '*' ? '_' : marks;
  if (
    (marks === '~~' && left === '' && before === '~') ||
    marked.trim() !== marked ||
    (isAfterLetter && PUNCTUATION.test(marked[0] ?? '')) ||
    (isBeforeLetter && (touching === '_' || PUNCTUATION.test(marked.at(-1) ?? '')))
  )
    return inner;
  return {
    markdown: `${left}${middle.slice(0, start)}${touching}${marked}${touching}${middle.slice(end)}${right}`,
    head: left.length + start,
    tail: middle.length - end + right.length,
  };
}

function isLetter(char: string): boolean {
  return char !== '' && !/\s/.test(char) && !PUNCTUATION.test(char);
}
