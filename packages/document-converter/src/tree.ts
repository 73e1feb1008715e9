// A document between its format and Markdown: converters make it, and the renderer takes it.

export interface Style {
  bold?: boolean;
  italic?: boolean;
  strike?: boolean;
  code?: boolean;
  /** Lowered or raised: kept as `<sub>` and `<sup>`, since H₂O and x² mean something else without. */
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
  /** The state of an item of a task list. */
  checked?: boolean;
  /** The label of an item that a Markdown marker cannot express: `a)`, `2.3.1.`. */
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
  /** Markdown as its author has written it. */
  | { kind: 'markdown'; text: string }
  /** A table that is laid out already, as {@link layRows} does. */
  | { kind: 'laid'; text: string }
  | { kind: 'rule' }
  /** Where a page, slide or sheet of the document begins, counted from 1. */
  | { kind: 'place'; unit: PlaceUnit; number: number };

export type PlaceUnit = 'page' | 'slide' | 'sheet';

export interface Note {
  id: string;
  blocks: Block[];
}

export interface DocumentTree {
  blocks: Block[];
  /** Foot- and endnotes; each is linked to by its id. */
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

/** Returns a table of plain texts; a cell's lines are its paragraphs. */
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

/** Returns whether there is nothing to read in any of them, and no picture. */
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
