// Writer of the text of RTF, which marks the ends of paragraphs, cells and rows with their properties.
import {
  type Block,
  type Cell,
  type Inline,
  isEmpty,
  plainText,
  type Style,
  text,
} from '../../tree.js';
import { Flow } from '../flow.js';
import { buildTable } from '../table.js';

export interface ParagraphLook {
  /** Heading level, from 1; 0 for any other paragraph. */
  heading: number;
  kind?: 'quote' | 'code' | undefined;
  /** Number of enclosing tables. */
  tables: number;
  list?: { id: number; level: number; format: number } | undefined;
}

const MAX_TABLES = 24;
const BULLET = 23;
const NO_NUMBER = 255;
const FORMATS: Readonly<Record<number, string>> = {
  1: 'upperRoman',
  2: 'lowerRoman',
  3: 'upperAlpha',
  4: 'lowerAlpha',
};

interface TableBuilder {
  rows: Cell[][];
  cells: Cell[];
  flow: Flow;
}

/** A separate text: that of the document, a note or a box. */
export class RtfStory {
  inlines: Inline[] = [];
  /** Blocks that follow the paragraph, such as text boxes. */
  readonly beside: Block[] = [];
  /** Marker written before the item. */
  marker = '';
  /** True between the definition of a row and its end. */
  inRow = false;
  readonly #flow = new Flow();
  /** Open tables, the outermost first. */
  readonly #tables: TableBuilder[] = [];
  readonly #counts = new Map<string, number>();

  /** @param own receives text that is added by the reader */
  constructor(
    private readonly labelOf: (number: number, format: string) => string,
    private readonly own: (text: string) => void,
  ) {}

  addText(value: string, style: Style, url: string | undefined): void {
    const last = this.inlines.at(-1);
    if (url !== undefined) return this.add(text(value, style), url);
    if (last?.kind === 'text' && last.style === style) last.text += value;
    else this.inlines.push(text(value, style));
  }

  add(inline: Inline, url?: string): void {
    const last = this.inlines.at(-1);
    if (url === undefined || inline.kind === 'link') this.inlines.push(inline);
    else if (last?.kind === 'link' && last.url === url) last.content.push(inline);
    else this.inlines.push({ kind: 'link', url, content: [inline] });
  }

  get before(): string {
    return plainText(this.inlines);
  }

  endParagraph(look: ParagraphLook): void {
    const depth = Math.min(MAX_TABLES, Math.max(look.tables, this.inRow ? 1 : 0));
    this.#toDepth(depth);
    this.#addParagraph(look, this.#tables.at(-1)?.flow ?? this.#flow);
  }

  endCell(look: ParagraphLook, depth: number): void {
    this.#toDepth(Math.min(MAX_TABLES, Math.max(1, depth)));
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    this.#addParagraph(look, table.flow);
    table.cells.push({ blocks: table.flow.blocks });
    table.flow = new Flow();
  }

  endRow(depth: number): void {
    this.inRow = false;
    while (this.#tables.length > Math.max(1, depth)) this.#closeTable();
    const table = this.#tables.at(-1);
    if (table === undefined || table.cells.length === 0) return;
    table.rows.push(table.cells);
    table.cells = [];
  }

  /** Ends the text and returns its blocks. */
  end(look: ParagraphLook): Block[] {
    this.endParagraph(look);
    this.#toDepth(0);
    return this.#flow.blocks;
  }

  #toDepth(depth: number): void {
    while (this.#tables.length > depth) this.#closeTable();
    while (this.#tables.length < depth)
      this.#tables.push({ rows: [], cells: [], flow: new Flow() });
  }

  #closeTable(): void {
    const table = this.#tables.pop();
    if (table === undefined) return;
    const { rows, cells, flow } = table;
    if (flow.blocks.length > 0) cells.push({ blocks: flow.blocks });
    if (cells.length > 0) rows.push(cells);
    const outer = this.#tables.at(-1)?.flow ?? this.#flow;
    outer.add(...buildTable(rows));
  }

  #addParagraph(look: ParagraphLook, flow: Flow): void {
    const content = this.inlines;
    const beside = this.beside.splice(0);
    const marker = this.marker.trim();
    this.inlines = [];
    this.marker = '';
    const block: Block = { kind: 'paragraph', content };
    if (isEmpty([block])) return flow.add(...beside);
    if (look.heading > 0) {
      const label = /[\p{L}\p{N}]/u.test(marker) ? [text(`${marker} `)] : [];
      if (label.length > 0) this.own(marker);
      flow.add(
        { kind: 'heading', level: look.heading, content: [...label, ...content] },
        ...beside,
      );
    } else if (look.list !== undefined || marker !== '')
      this.#addItem(look.list, marker, [block, ...beside], flow);
    else if (look.kind === 'code')
      flow.add({ kind: 'code', language: '', text: codeText(content) }, ...beside);
    else flow.add(look.kind === 'quote' ? { kind: 'quote', blocks: [block] } : block, ...beside);
  }

  #addItem(list: ParagraphLook['list'], written: string, blocks: Block[], flow: Flow): void {
    const level = list?.level ?? 0;
    const key = `${list?.id ?? 0}:${level}`;
    for (const known of this.#counts.keys()) {
      const [id, at] = known.split(':');
      if (id === String(list?.id ?? 0) && Number(at) > level) this.#counts.delete(known);
    }
    const format = list?.format ?? BULLET;
    const isBullet = format === BULLET || format === NO_NUMBER;
    const marker =
      written === '' && !isBullet
        ? `${this.labelOf((this.#counts.get(key) ?? 0) + 1, FORMATS[format] ?? 'decimal')}.`
        : written;
    const number = Number(/^(\d{1,9})[.)]?$/.exec(marker)?.[1] ?? Number.NaN);
    const counted = Number.isNaN(number) ? (this.#counts.get(key) ?? 0) + 1 : number;
    this.#counts.set(key, counted);
    const ordered = !Number.isNaN(number);
    // Some bullets are letters of a symbol font.
    const isLabel = !ordered && /[\p{L}\p{N}]/u.test(marker);
    const label = isLabel && !(isBullet && marker.length === 1) ? marker : undefined;
    flow.addItem({ level, ordered, number: counted, label }, blocks);
  }
}

function codeText(inlines: readonly Inline[]): string {
  return inlines.map((each) => (each.kind === 'break' ? '\n' : plainText([each]))).join('');
}
