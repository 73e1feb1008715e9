/** An open fenced code block. */
export interface Fence {
  closedBy(line: string): boolean;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const TAB_STOP = 4;

/** Start and end patterns of the CommonMark HTML blocks that end at a marker instead of a blank line. */
const MARKED: readonly [RegExp, RegExp][] = [
  [/^<(?:script|pre|style|textarea)(?:[ \t>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![a-z]/i, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
];
const BLOCK_TAGS =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
  'menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|' +
  'track|ul';
const BLOCK_TAG = new RegExp(`^</?(?:${BLOCK_TAGS})(?:[ \\t]|/?>|$)`, 'i');
/**
 * A line with a single complete tag and nothing else. Attributes may be any text up to the first `>` outside quotes.
 */
const LONE_TAG =
  /^<(?:\/[a-z][a-z0-9-]*[ \t]*|[a-z][a-z0-9-]*(?:[ \t](?:[^<>"'`]|"[^"]*"|'[^']*')*)?\/?)>[ \t]*$/i;
const BLANK = /^[ \t]*$/;

/** Expands the tabs in the indentation and after the markers of lists and block quotes to spaces. */
export function expandTabs(line: string): string {
  if (!line.includes('\t')) return line;
  const lead = /^[ \t]*(?:(?:[-+*>]|\d{1,9}[.)])[ \t]+)*/.exec(line)?.[0] ?? '';
  let out = '';
  for (const character of lead)
    out += character === '\t' ? ' '.repeat(TAB_STOP - (out.length % TAB_STOP)) : character;
  return out + line.slice(lead.length);
}

/** Returns the code fence that the line opens; null if it opens none. */
export function parseFence(line: string): Fence | null {
  const match = FENCE.exec(line);
  if (!match) return null;
  const [, marks = '', info = ''] = match;
  if (marks.startsWith('`') && info.includes('`')) return null;
  return {
    closedBy: (later) => {
      const [, closing = '', rest = ''] = FENCE.exec(later) ?? [];
      return closing[0] === marks[0] && closing.length >= marks.length && rest.trim() === '';
    },
  };
}

/** Returns whether a line is a thematic break: `***`, `- - -` or `___`. `text` excludes the indentation. */
export function isThematicBreak(text: string): boolean {
  const mark = text[0];
  if (mark !== '*' && mark !== '-' && mark !== '_') return false;
  let marks = 0;
  for (const character of text)
    if (character === mark) marks += 1;
    else if (character !== ' ' && character !== '\t') return false;
  return marks >= 3;
}

/**
 * Returns the pattern for the last line of the HTML block that starts on this line; null if no HTML block starts here.
 */
export function htmlEnd(text: string, inParagraph: boolean): RegExp | null {
  if (!text.startsWith('<')) return null;
  for (const [start, end] of MARKED) if (start.test(text)) return end;
  if (BLOCK_TAG.test(text) || (!inParagraph && LONE_TAG.test(text))) return BLANK;
  return null;
}
