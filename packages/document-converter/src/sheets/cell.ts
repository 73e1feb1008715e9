import { cellMarkdown } from '../markdown/table.js';
import { type Block, type Inline, paragraph, plainText, type Style, text } from '../tree.js';

/** The content of a cell as it is shown: most have a text alone, and there may be a million of them. */
export type CellContent = string | Inline[];

/** Returns a text in the style of its cell or of a part of it. */
export function styled(value: string, style: Style): CellContent {
  return Object.values(style).some(Boolean) && value.trim() !== ''
    ? lines(value).flatMap((line, index) => [...(index === 0 ? [] : [BREAK]), text(line, style)])
    : value;
}

const BREAK: Inline = { kind: 'break' };

export function inlinesOf(content: CellContent): Inline[] {
  if (typeof content !== 'string') return content;
  return lines(content).flatMap((line, index) => [...(index === 0 ? [] : [BREAK]), text(line)]);
}

export function plainOf(content: CellContent): string {
  return typeof content === 'string' ? content : plainText(content);
}

export function isBlank(content: CellContent): boolean {
  return (typeof content === 'string' ? content : plainText(content)).trim() === '';
}

/** Returns both contents, of which neither is lost where one cell has two. */
export function joined(one: CellContent, other: CellContent): CellContent {
  return [...inlinesOf(one), BREAK, ...inlinesOf(other)];
}

/** Returns the content as a link; `undefined` targets are those that are not kept. */
export function linked(content: CellContent, url: string | undefined): CellContent {
  return url === undefined ? content : [{ kind: 'link', url, content: inlinesOf(content) }];
}

/** Characters that Markdown would take for something else, or a reader would not see. */
const SPECIAL = /[\\`*_[\]<~|\n\r\t\f\v\u00a0\u2028\u2029]|&[#A-Za-z]| {2}|^\s|\s$/;

/** Returns a cell of a table as Markdown, in one line. */
export function tableCell(content: CellContent, header: boolean): string {
  if (typeof content !== 'string') return cellMarkdown([{ kind: 'paragraph', content }], header);
  if (!SPECIAL.test(content)) return content;
  return cellMarkdown(lines(content).map((line) => paragraph(line)));
}

/** Returns a cell that stands alone as paragraphs. */
export function cellBlocks(content: CellContent): Block[] {
  if (typeof content !== 'string') return [{ kind: 'paragraph', content }];
  return lines(content).map((line) => paragraph(line));
}

function lines(value: string): string[] {
  return value.split(/\r\n?|\n/);
}
