import { cellMarkdown } from '../markdown/table.js';
import { type Block, type Inline, paragraph, plainText, type Style, text } from '../tree.js';

/** The displayed content of a cell; mostly only text, and possibly a million times. */
export type CellContent = string | Inline[];

/** Returns a text in the style of its cell or of a part of the cell. */
export function styled(value: string, style: Style): CellContent {
  return Object.values(style).some(Boolean) && value.trim() !== ''
    ? lines(value).flatMap((line, index) => [...(index === 0 ? [] : [BREAK]), text(line, style)])
    : value;
}

const BREAK: Inline = { kind: 'break' };

export function toInlines(content: CellContent): Inline[] {
  if (typeof content !== 'string') return content;
  return lines(content).flatMap((line, index) => [...(index === 0 ? [] : [BREAK]), text(line)]);
}

export function toPlainText(content: CellContent): string {
  return typeof content === 'string' ? content : plainText(content);
}

export function isBlank(content: CellContent): boolean {
  return (typeof content === 'string' ? content : plainText(content)).trim() === '';
}

/** Joins the contents of two cells at the same place, so that neither is lost. */
export function joined(one: CellContent, other: CellContent): CellContent {
  return [...toInlines(one), BREAK, ...toInlines(other)];
}

/** Returns the content as a link; unchanged if `url` is undefined because the target is not kept. */
export function linked(content: CellContent, url: string | undefined): CellContent {
  return url === undefined ? content : [{ kind: 'link', url, content: toInlines(content) }];
}

/** Characters that Markdown would interpret, or that readers would not see. */
const SPECIAL = /[\\`*_[\]<~|\n\r\t\f\v\u00a0\u2028\u2029]|&[#A-Za-z]| {2}|^\s|\s$/;

/** Returns a table cell as Markdown in one line. */
export function tableCell(content: CellContent, header: boolean): string {
  if (typeof content !== 'string') return cellMarkdown([{ kind: 'paragraph', content }], header);
  if (!SPECIAL.test(content)) return content;
  return cellMarkdown(lines(content).map((line) => paragraph(line)));
}

/** Returns the paragraphs of a cell that is not in a table. */
export function cellBlocks(content: CellContent): Block[] {
  if (typeof content !== 'string') return [{ kind: 'paragraph', content }];
  return lines(content).map((line) => paragraph(line));
}

function lines(value: string): string[] {
  return value.split(/\r\n?|\n/);
}
