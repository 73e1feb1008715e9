import { findAttribute, decodeXml } from '../../input/xml-events.js';
import { safeUrl } from '../../input/urls.js';
import { type Inline, type Style, text } from '../../tree.js';
import { type CellContent, toPlainText } from '../cell.js';

/** Collects the paragraphs of a cell, as a plain text if they have no styles and no links. */
export class ParagraphReader {
  #inlines: Inline[] = [];
  #plain = true;
  #paragraphs = 0;
  #text = '';
  #inside = 0;
  readonly #styles: Style[] = [];
  #link: { url: string | undefined; from: number } | undefined;

  constructor(private readonly styles: ReadonlyMap<string, Style>) {}

  open(name: string, attributes: string): void {
    switch (name) {
      case 'p':
      case 'h':
        if (this.#paragraphs > 0) this.#text += '\n';
        this.#paragraphs += 1;
        this.#inside += 1;
        return;
      case 'span':
        this.#flush();
        this.#styles.push(this.styles.get(findAttribute(attributes, 'style-name') ?? '') ?? {});
        return;
      case 's': {
        const count = Number(findAttribute(attributes, 'c') ?? 1);
        this.#text += ' '.repeat(count > 0 && count < 1000 ? count : 1);
        return;
      }
      case 'ruby-text':
        // Pronunciation of the preceding text.
        this.#text += ' (';
        return;
      case 'tab':
        this.#text += '\t';
        return;
      case 'line-break':
        this.#text += '\n';
        return;
      case 'a':
        this.#flush();
        this.#link = {
          url: safeUrl(decodeXml(findAttribute(attributes, 'href') ?? '')),
          from: this.#inlines.length,
        };
    }
  }

  /** Takes text, and returns whether it is in a paragraph or blank. */
  text(raw: string): boolean {
    if (this.#inside > 0) this.#text += raw.includes('\n') ? raw.replaceAll(/\s+/g, ' ') : raw;
    return this.#inside > 0 || raw.trim() === '';
  }

  close(name: string): void {
    if (name === 'p' || name === 'h') this.#inside = Math.max(0, this.#inside - 1);
    else if (name === 'ruby-text') this.#text += ')';
    else if (name === 'span') {
      this.#flush();
      this.#styles.pop();
    } else if (name === 'a' && this.#link !== undefined) {
      this.#flush();
      const { url, from } = this.#link;
      this.#link = undefined;
      const content = this.#inlines.splice(from);
      if (url === undefined || url.startsWith('#')) this.#inlines.push(...content);
      else {
        this.#plain = false;
        this.#inlines.push({ kind: 'link', url, content });
      }
    }
  }

  #flush(): void {
    if (this.#text === '') return;
    const style: Style = Object.assign({}, ...this.#styles);
    if (Object.keys(style).length > 0) this.#plain = false;
    for (const [index, line] of decodeXml(this.#text).split('\n').entries()) {
      if (index > 0) this.#inlines.push({ kind: 'break' });
      if (line !== '') this.#inlines.push(text(line, style));
    }
    this.#text = '';
  }

  /** Returns the content that was read and begins another cell. */
  take(): CellContent {
    this.#flush();
    const inlines = this.#inlines;
    const plain = this.#plain;
    this.#inlines = [];
    this.#plain = true;
    this.#paragraphs = 0;
    this.#styles.length = 0;
    if (!plain) return inlines;
    return inlines.map((each) => (each.kind === 'text' ? each.text : '\n')).join('');
  }

  takeLines(): string[] {
    return plainLines(this.take());
  }
}

function plainLines(content: CellContent): string[] {
  if (typeof content === 'string') return content.split('\n');
  const lines = [''];
  for (const each of content)
    if (each.kind === 'break') lines.push('');
    else lines[lines.length - 1] += toPlainText([each]);
  return lines;
}
