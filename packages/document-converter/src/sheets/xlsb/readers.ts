import { type Style } from '../../tree.js';
import { type CellContent, toInlines, styled } from '../cell.js';
import { RowBuilder } from '../grid.js';
import { type Sheet, type Spot } from '../sheet.js';
import { errorText, type Values } from '../values.js';
import { type LinkAt } from '../xlsx/sheet-reader.js';
import { type Styles } from '../xlsx/styles.js';
import { type RecordData, type RecordHandler } from './records.js';

/** Types of the records that are read. */
const TYPE = {
  row: 0,
  blank: 1,
  packed: 2,
  error: 3,
  bool: 4,
  real: 5,
  text: 6,
  shared: 7,
  formulaText: 8,
  formulaNumber: 9,
  formulaBool: 10,
  formulaError: 11,
  /** The following types repeat those from `packed` on, for cells directly after the previous one. */
  nextBlank: 12,
  nextPacked: 13,
  nextShared: 18,
  string: 19,
  font: 43,
  format: 44,
  cellFormat: 47,
  column: 60,
  richText: 62,
  sheet: 156,
  properties: 153,
  running: 479,
  link: 494,
  beginCellFormats: 617,
  endCellFormats: 618,
  author: 632,
  comment: 635,
  commentText: 637,
};

export interface SheetEntry {
  name: string;
  hidden: boolean;
  id: string;
}

/** Reads the list of sheets. */
export class BookReader implements RecordHandler {
  readonly sheets: SheetEntry[] = [];
  date1904 = false;

  record(type: number, data: RecordData): void {
    if (type === TYPE.properties) this.date1904 = (data.byte() & 1) === 1;
    if (type !== TYPE.sheet) return;
    const hidden = data.uint32() !== 0;
    const start = data.at;
    let [id, name] = [data.skip(4).text(), data.text()];
    // Versions before the first release have one more number here; the texts end with the record.
    if (!data.isAtEnd) {
      data.at = start;
      [id, name] = [data.skip(8).text(), data.text()];
    }
    this.sheets.push({ name, hidden, id });
  }
}

/** Reads the shared strings of cells. */
export class StringsReader implements RecordHandler {
  readonly texts: CellContent[] = [];

  constructor(private readonly fonts: readonly Style[]) {}

  record(type: number, data: RecordData): void {
    if (type === TYPE.string) this.texts.push(richText(data, this.fonts));
  }
}

/** Returns a text whose parts may have different fonts. */
function richText(data: RecordData, fonts: readonly Style[]): CellContent {
  const rich = (data.byte() & 1) === 1;
  const text = data.text();
  if (!rich) return text;
  const count = Math.min(data.uint32(), text.length);
  const runs = Array.from({ length: count }, () => ({ from: data.uint16(), font: data.uint16() }));
  const pieces = runs.map(({ from, font }, at) =>
    styled(text.slice(from, runs[at + 1]?.from), fonts[font] ?? {}),
  );
  const all = [text.slice(0, runs[0]?.from), ...pieces];
  return all.every((piece) => typeof piece === 'string') ? text : all.flatMap(toInlines);
}

/** Reads the styles of cells and the fonts of texts. */
export class BinaryStylesReader implements RecordHandler {
  #inCells = false;

  constructor(private readonly styles: Styles) {}

  record(type: number, data: RecordData): void {
    if (type === TYPE.format) {
      const id = data.uint16();
      this.styles.numbers.define(id, data.text());
    } else if (type === TYPE.font) this.styles.fonts.push(readFont(data));
    else if (type === TYPE.beginCellFormats) this.#inCells = true;
    else if (type === TYPE.endCellFormats) this.#inCells = false;
    else if (type === TYPE.cellFormat && this.#inCells) {
      const format = data.skip(2).uint16();
      this.styles.addFormat(format, data.uint16());
    }
  }
}

function readFont(data: RecordData): Style {
  const flags = data.skip(2).uint16();
  const weight = data.uint16();
  const raised = data.uint16();
  return {
    ...(weight >= 600 && { bold: true }),
    ...((flags & 2) !== 0 && { italic: true }),
    ...((flags & 8) !== 0 && { strike: true }),
    ...(raised === 1 && { position: 'sup' }),
    ...(raised === 2 && { position: 'sub' }),
  };
}

/** Reads the cells of a sheet row by row. */
export class BinarySheetReader implements RecordHandler {
  readonly links: LinkAt[] = [];
  readonly #row = new RowBuilder();
  readonly #spot: Spot = { x: 0, y: 0 };
  #hidden = false;
  done = false;

  constructor(
    private readonly sheet: Sheet,
    private readonly styles: Styles,
    private readonly strings: readonly CellContent[],
    private readonly values: Values,
  ) {}

  record(type: number, data: RecordData): void {
    if (type === TYPE.row) {
      this.endRow();
      this.#spot.y = data.uint32();
      // The height and the options of the row follow.
      this.#hidden = (data.skip(7).byte() & 0x10) !== 0;
      this.#spot.x = -1;
    } else if ((type >= TYPE.packed && type <= TYPE.formulaError) || type === TYPE.richText)
      this.#cell(type, data.uint32(), data);
    else if (type >= TYPE.nextPacked && type <= TYPE.nextShared)
      this.#cell(type - TYPE.nextPacked + TYPE.packed, this.#spot.x + 1, data);
    else if (type === TYPE.blank) this.#spot.x = data.uint32();
    else if (type === TYPE.nextBlank) this.#spot.x += 1;
    else if (type === TYPE.column) {
      const [first, last] = [data.uint32(), data.uint32()];
      if ((data.skip(8).byte() & 1) === 1) this.sheet.hideColumns(first, last);
    } else if (type === TYPE.running) {
      data.skip(2);
      for (const kind of [
        'Headers',
        'Footers',
        'Headers',
        'Footers',
        'Headers',
        'Footers',
      ] as const)
        this.values.running(kind, data.text());
    } else if (type === TYPE.link) {
      const [top, bottom, left, right] = [
        data.uint32(),
        data.uint32(),
        data.uint32(),
        data.uint32(),
      ];
      this.links.push({
        first: { x: left, y: top },
        last: { x: right, y: bottom },
        id: data.text(),
      });
    }
  }

  /** Ends the current row. Must also be called at the end of the part. */
  endRow(): void {
    const row = this.#row.take(this.#spot.y);
    if (row !== undefined && !this.sheet.add(row, this.#hidden)) this.done = true;
  }

  #cell(type: number, x: number, data: RecordData): void {
    this.#spot.x = Math.min(x, 16_383);
    const style = this.styles.at(data.uint16() + data.byte() * 0x1_00_00);
    data.skip(1);
    this.#row.add(this.#spot.x, this.#content(type, data, style));
  }

  #content(type: number, data: RecordData, style: ReturnType<Styles['at']>): CellContent {
    switch (type) {
      case TYPE.packed:
        return this.values.number(data.packed(), style, this.#spot);
      case TYPE.real:
      case TYPE.formulaNumber:
        return this.values.number(data.double(), style, this.#spot);
      case TYPE.bool:
      case TYPE.formulaBool:
        return data.byte() === 0 ? 'FALSE' : 'TRUE';
      case TYPE.error:
      case TYPE.formulaError: {
        return errorText(data.byte());
      }
      case TYPE.shared:
        return this.values.text(this.strings[data.uint32()] ?? '', style, this.#spot);
      case TYPE.richText:
        return this.values.text(richText(data, this.styles.fonts), style, this.#spot);
      default:
        return this.values.text(data.text(), style, this.#spot);
    }
  }
}

/** Reads the comments of a sheet. */
export class CommentsReader implements RecordHandler {
  readonly comments: { spot: Spot; author: string; lines: string[] }[] = [];
  readonly #authors: string[] = [];

  record(type: number, data: RecordData): void {
    if (type === TYPE.author) this.#authors.push(data.text());
    else if (type === TYPE.comment) {
      const author = this.#authors[data.uint32()] ?? '';
      const y = data.uint32();
      const x = data.skip(4).uint32();
      this.comments.push({ spot: { x, y }, author, lines: [] });
    } else if (type === TYPE.commentText) {
      const last = this.comments.at(-1);
      if (last !== undefined)
        last.lines = data
          .skip(1)
          .text()
          .split(/\r\n?|\n/);
    }
  }
}
