import { expandTabs, parseFence, htmlEnd, isThematicBreak, type Fence } from './markdown-lines.js';

/** A heading in the source of a document. */
export interface RawHeading {
  /** Level from 1 to 6. */
  level: number;
  /** Markdown of the heading, with the lines of a setext heading joined by a space; truncated to {@link MAX_TITLE}. */
  source: string;
  /** First line of the heading, counted from 1. */
  line: number;
}

/** Maximum length of a heading's title, in UTF-16 units. */
export const MAX_TITLE = 1_000;
/** Maximum nesting depth of block quotes and list items; deeper ones are treated as text. */
const MAX_NESTING = 16;

const ATX = /^(#{1,6})(?:[ \t]+(.*))?$/;
const SETEXT = /^(=+|-+)[ \t]*$/;
const ITEM = /^(?:[-+*]|(\d{1,9})[.)])(?= |$)/;

/**
 * Finds the CommonMark headings of a Markdown document outside lists and block quotes, line by line. Every line is
 * scanned only once: a parser that builds a tree takes a hundred times as long, and would block the server's only
 * thread.
 */
export class HeadingScanner {
  private fence: Fence | null = null;
  private html: RegExp | null = null;
  private paragraph: { line: number; source: string } | null = null;
  /** Block quote or list item that contains the last line. `indent` is null for a block quote. */
  private container: { indent: number | null; empty: boolean; inner: HeadingScanner } | null = null;

  constructor(
    private readonly found: (heading: RawHeading) => void,
    private readonly depth = 0,
  ) {}

  /** Scans a line. `text` excludes the line ending; `number` counts from 1. */
  line(text: string, number: number): void {
    const line = expandTabs(text);
    if (this.container !== null && this.continues(line, number)) return;
    if (this.fence !== null) {
      if (this.fence.closedBy(line)) this.fence = null;
    } else if (this.html !== null) {
      if (this.html.test(line)) this.html = null;
    } else if (line.trim() === '') this.paragraph = null;
    else this.block(line, number);
  }

  /** True if a line without markers would continue a paragraph. */
  private get inParagraph(): boolean {
    return this.container?.inner.inParagraph ?? this.paragraph !== null;
  }

  /** Returns whether the line belongs to the current block quote or list item, which otherwise ends. */
  private continues(line: string, number: number): boolean {
    const { container } = this;
    if (container === null) return false;
    const { indent, inner } = container;
    const blank = line.trim() === '';
    const inside = indent === null ? afterQuoteMark(line) : afterIndent(line, indent, blank);
    if (inside !== null && !(blank && container.empty)) {
      container.empty = false;
      inner.line(inside, number);
      return true;
    }
    if (!blank && inner.inParagraph && !this.interrupts(line)) return true;
    this.container = null;
    return false;
  }

  /**
   * Returns whether the line starts a block, rather than continuing the paragraph of the preceding block quote or list
   * item.
   */
  private interrupts(line: string): boolean {
    const text = line.trimStart();
    if (line.length - text.length > 3) return false;
    return (
      ATX.test(text) ||
      isThematicBreak(text) ||
      parseFence(line) !== null ||
      text.startsWith('>') ||
      ITEM.test(text) ||
      htmlEnd(text, true) !== null
    );
  }

  private block(line: string, number: number): void {
    const text = line.trimStart();
    const indent = line.length - text.length;
    if (indent > 3) {
      // Indented code, or a continuation of the paragraph.
      this.extend(text);
      return;
    }
    const open = this.paragraph;
    const atx = ATX.exec(text);
    const setext = SETEXT.exec(text);
    if (atx) this.emit(atx[1]?.length ?? 1, closed(atx[2] ?? ''), number);
    else if (setext && open) this.emit(text.startsWith('=') ? 1 : 2, open.source, open.line);
    else if (isThematicBreak(text)) this.paragraph = null;
    else if (this.opensContainer(text, indent, number)) this.paragraph = null;
    else if ((this.fence = parseFence(line)) !== null) this.paragraph = null;
    else if ((this.html = htmlEnd(text, open !== null)) !== null) {
      this.paragraph = null;
      if (this.html.test(text)) this.html = null;
    } else if (open) this.extend(text);
    else this.paragraph = { line: number, source: text.slice(0, MAX_TITLE) };
  }

  private opensContainer(text: string, indent: number, number: number): boolean {
    if (this.depth === MAX_NESTING) return false;
    const inner = new HeadingScanner(() => undefined, this.depth + 1);
    if (text.startsWith('>')) {
      this.container = { indent: null, empty: false, inner };
      inner.line(afterQuoteMark(text) ?? '', number);
      return true;
    }
    const marker = ITEM.exec(text)?.[0];
    if (marker === undefined || (this.paragraph !== null && !interruptingItem(text))) return false;
    const content = text.slice(marker.length);
    const spaces = content.length - content.trimStart().length;
    const empty = content.trim() === '';
    const width = marker.length + (empty || spaces > 4 ? 1 : spaces);
    this.container = { indent: indent + width, empty, inner };
    if (!empty) inner.line(text.slice(width), number);
    return true;
  }

  private extend(text: string): void {
    if (this.paragraph !== null && this.paragraph.source.length < MAX_TITLE)
      this.paragraph.source = `${this.paragraph.source.trimEnd()} ${text}`.slice(0, MAX_TITLE);
  }

  private emit(level: number, source: string, line: number): void {
    this.paragraph = null;
    this.found({ level, source: source.trim().slice(0, MAX_TITLE), line });
  }
}

function interruptingItem(text: string): boolean {
  const item = ITEM.exec(text);
  return (
    item !== null &&
    text.slice(item[0].length).trim() !== '' &&
    (item[1] === undefined || Number(item[1]) === 1)
  );
}

/** Returns the line without its block quote marker; null if it has no marker. */
function afterQuoteMark(line: string): string | null {
  const text = line.trimStart();
  if (line.length - text.length > 3 || !text.startsWith('>')) return null;
  return text.startsWith('> ') ? text.slice(2) : text.slice(1);
}

function afterIndent(line: string, indent: number, blank: boolean): string | null {
  if (blank) return '';
  return line.length - line.trimStart().length >= indent ? line.slice(indent) : null;
}

/** Returns the title of an ATX heading without the closing `#` characters. */
function closed(text: string): string {
  let end = text.trimEnd().length;
  const whole = text.slice(0, end);
  while (end > 0 && whole[end - 1] === '#') end -= 1;
  const before = whole[end - 1];
  return end === 0 || before === ' ' || before === '\t' ? whole.slice(0, end) : whole;
}
