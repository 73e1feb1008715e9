// The intermediate form of a document: converters create it, and the renderer writes it as Markdown.

export interface Style {
  bold?: boolean;
  italic?: boolean;
  strike?: boolean;
  code?: boolean;
  /** Subscript or superscript, kept as `<sub>` and `<sup>`, since H₂O and x² would otherwise change their meaning. */
  position?: 'sub' | 'sup';
}

export type Inline =
  | { kind: 'text'; text: string; style: Style }
  | { kind: 'link'; url: string; title?: string; content: Inline[] }
  | { kind: 'image'; alt: string; url: string }
  /** A formula as TeX. */
  | { kind: 'math'; tex: string }
  | { kind: 'note'; id: string }
  | { kind: 'break' };

export interface ListItem {
  blocks: Block[];
  /** State of an item in a task list. */
  checked?: boolean;
  /** Label of an item that a Markdown marker cannot express, such as `a)` or `2.3.1.`. */
  label?: string;
}

export interface Cell {
  blocks: Block[];
}

export type Block =
  | { kind: 'heading'; level: number; content: Inline[] }
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'list'; ordered: boolean; start: number; items: ListItem[] }
  /** Rows of equal length; the first is the header. If a cell spans several positions, the others are empty. */
  | { kind: 'table'; rows: Cell[][] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'code'; language: string; text: string }
  /** Markdown as written by the author. */
  | { kind: 'markdown'; text: string }
  /** A table already rendered by {@link layRows}. */
  | { kind: 'laid'; text: string }
  | { kind: 'rule' }
  /** Beginning of a page, slide or sheet of the document, numbered from 1. */
  | { kind: 'place'; unit: PlaceUnit; number: number };

export type PlaceUnit = 'page' | 'slide' | 'sheet';

export interface Note {
  id: string;
  blocks: Block[];
}

export interface DocumentTree {
  blocks: Block[];
  /** Footnotes and endnotes, to which texts refer by id. */
  notes: Note[];
}

export function text(value: string, style: Style = {}): Inline {
  return { kind: 'text', text: value, style };
}

export function paragraph(...content: (Inline | string)[]): Block {
  return {
    kind: 'paragraph',
    content: content.map((each) => (typeof each === 'string' ? text(each) : each)),
  };
}

export function heading(level: number, value: string): Block {
  return { kind: 'heading', level, content: [text(value)] };
}

export function place(unit: PlaceUnit, number: number): Block {
  return { kind: 'place', unit, number };
}

/** Returns a table of plain texts; the lines of a cell become paragraphs. */
export function tableOfTexts(rows: string[][]): Block {
  return {
    kind: 'table',
    rows: rows.map((row) =>
      row.map((cell) => ({ blocks: cell.split(/\r\n?|\n/).map((line) => paragraph(line)) })),
    ),
  };
}

/** Returns the text of inlines without any marks. */
export function plainText(inlines: Inline[]): string {
  return inlines
    .map((each) => {
      if (each.kind === 'text') return each.text;
      if (each.kind === 'math') return each.tex;
      if (each.kind === 'link') return plainText(each.content);
      return each.kind === 'break' ? ' ' : '';
    })
    .join('');
}

/** Returns whether blocks contain no text and no picture. */
export function isEmpty(blocks: Block[]): boolean {
  return blocks.every(
    (block) => block.kind === 'paragraph' && block.content.every((each) => isBlank(each)),
  );
}

function isBlank(inline: Inline): boolean {
  if (inline.kind === 'text') return inline.text.trim() === '';
  if (inline.kind === 'link') return inline.content.every(isBlank);
  return inline.kind === 'break';
}
