import { type Losses, quoted } from '../../input/losses.js';
import { findAttribute, decodeXml, type XmlHandler } from '../../input/xml-events.js';
import { type Book } from '../book.js';
import { type CellContent, isBlank, toPlainText } from '../cell.js';
import { Row, RowBuilder } from '../grid.js';
import { general } from '../numbers.js';
import { type Sheet, type Spot, spotName } from '../sheet.js';
import { SHAPES } from '../../office/odf/graphics.js';
import { dateOrText } from '../values.js';
import { FormReader } from './forms.js';
import { type FrameAt } from './objects.js';
import { ParagraphReader } from './paragraphs.js';
import { type OdsStyles } from './styles.js';

interface CommentAt {
  spot: Spot;
  author: string;
  lines: string[];
}

/** Elements without visible text: validation rules, programs, and metadata of frames. */
const SILENT =
  /^(?:help-message|error-message|error-title|date|creator-initials|date-string|script|event-listener|binary-data|config-item)$/;
const MAX_COLUMNS = 16_384;
const MAX_ROWS = 1_048_576;

/** Reads the sheets of `content.xml` row by row. */
export class ContentReader implements XmlHandler {
  #sheet: Sheet | undefined;
  #number = 0;
  #depth = 0;
  /** Depth of the skipped sheet; 0 outside of one. */
  #skipped = 0;
  #y = 0;
  #x = 0;
  #rowRepeat = 1;
  #rowHidden = false;
  #cellRepeat = 1;
  #attributes = '';
  #inCell = false;
  #row = new RowBuilder();
  readonly #forms = new FormReader();
  readonly #text: ParagraphReader;
  /** Text of comments and frames, which may precede, interrupt or follow the text of their cell. */
  readonly #aside: ParagraphReader;
  #comments: CommentAt[] = [];
  #frames: FrameAt[] = [];
  #comment: CommentAt | undefined;
  #frame: FrameAt | undefined;
  #frameDepth = 0;
  #inAuthor = false;
  #inDescription = false;
  #alt = '';
  /** Name of the element opened last. */
  #name = '';
  /** True from the first element of the workbook, which follows the styles. */
  #inBook = false;
  #sheetDepth = 0;
  #columns = 0;
  /** Default cell styles: that of the row, and those of columns with their last column. */
  #rowStyle = '';
  #columnStyles: { last: number; style: string }[] = [];
  /** True once the limits are reached, so that the rest is not read. */
  done = false;

  constructor(
    private readonly book: Book,
    private readonly styles: OdsStyles,
    private readonly losses: Losses,
    private readonly addObjects: (sheet: Sheet, frames: readonly FrameAt[]) => void,
    private readonly stray: (raw: string) => void,
  ) {
    this.#text = new ParagraphReader(styles.texts);
    this.#aside = new ParagraphReader(styles.texts);
  }

  open(name: string, attributes: string): void {
    this.#depth += 1;
    this.#name = name;
    if (this.#skipped > 0) return;
    if (this.#sheet === undefined) return this.#outside(name, attributes);
    if (name === 'forms' || this.#forms.isOpen) return this.#forms.open(name, attributes);
    if (this.#comment !== undefined) return this.#inComment(name, attributes);
    switch (name) {
      case 'table-column':
        return this.#column(attributes);
      case 'table-row':
        this.#rowRepeat = readRepeat(attributes, 'number-rows-repeated', MAX_ROWS);
        this.#rowHidden = /^(?:collapse|filter)$/.test(
          findAttribute(attributes, 'visibility') ?? '',
        );
        this.#rowStyle = findAttribute(attributes, 'default-cell-style-name') ?? '';
        this.#x = 0;
        return;
      case 'table-cell':
      case 'covered-table-cell':
        if (this.#frame !== undefined) return;
        this.#inCell = true;
        this.#attributes = attributes;
        this.#cellRepeat = readRepeat(attributes, 'number-columns-repeated', MAX_COLUMNS);
        return;
      case 'annotation':
        this.#comment = { spot: { x: this.#x, y: this.#y }, author: '', lines: [] };
        return;
      default:
        if (SHAPES.has(name)) this.#openFrame();
        this.#inner(name, attributes);
    }
  }

  #outside(name: string, attributes: string): void {
    this.styles.open(name, attributes);
    if (name === 'spreadsheet') this.#inBook = true;
    // Tracked changes and cached data of other files are not sheets.
    if (/^(?:tracked-changes|dde-links|content-validations)$/.test(name))
      this.#skipped = this.#depth;
    if (name === 'tracked-changes')
      this.losses.add('What changes have replaced was left out', () => 'in the list of changes');
    if (name !== 'table') return;
    this.#number += 1;
    const label = decodeXml(findAttribute(attributes, 'name') ?? '');
    const hidden = this.styles.hiddenTables.has(findAttribute(attributes, 'style-name') ?? '');
    this.#sheet = this.book.begin(label, this.#number, hidden);
    this.#sheetDepth = this.#depth;
    this.#y = 0;
    this.#columns = 0;
    this.#columnStyles = [];
  }

  #column(attributes: string): void {
    const repeat = readRepeat(attributes, 'number-columns-repeated', MAX_COLUMNS);
    if (/^(?:collapse|filter)$/.test(findAttribute(attributes, 'visibility') ?? ''))
      this.#sheet?.hideColumns(this.#columns, this.#columns + repeat - 1);
    this.#columns += repeat;
    const style = findAttribute(attributes, 'default-cell-style-name') ?? '';
    this.#columnStyles.push({ last: this.#columns - 1, style });
  }

  #inComment(name: string, attributes: string): void {
    if (name === 'creator') this.#inAuthor = true;
    else this.#aside.open(name, attributes);
  }

  #openFrame(): void {
    if (this.#frame !== undefined) return;
    this.#frame = { spot: { x: this.#x, y: this.#y }, alts: [], picture: '', object: '', said: [] };
    this.#frameDepth = this.#depth;
  }

  #inner(name: string, attributes: string): void {
    const frame = this.#frame;
    if (frame === undefined) {
      if (this.#inCell) this.#text.open(name, attributes);
    } else if (name === 'image')
      frame.picture ||= decodeXml(findAttribute(attributes, 'href') ?? '');
    else if (name === 'control')
      frame.said.push(...this.#forms.said(decodeXml(findAttribute(attributes, 'control') ?? '')));
    else if (name === 'object') frame.object ||= decodeXml(findAttribute(attributes, 'href') ?? '');
    else if (name === 'desc' || name === 'title') this.#inDescription = true;
    else this.#aside.open(name, attributes);
  }

  text(raw: string): void {
    if (this.#skipped > 0 || SILENT.test(this.#name)) return;
    if (this.#sheet === undefined) return this.#inBook ? this.stray(raw) : undefined;
    if (this.#forms.isOpen) return this.#forms.text(decodeXml(raw));
    if (this.#inAuthor && this.#comment !== undefined) this.#comment.author += decodeXml(raw);
    else if (this.#inDescription && this.#frame !== undefined) this.#alt += decodeXml(raw);
    else {
      const isAside = this.#comment !== undefined || this.#frame !== undefined;
      const reader = isAside ? this.#aside : this.#inCell ? this.#text : undefined;
      if (reader === undefined || !reader.text(raw)) this.stray(raw);
    }
  }

  close(name: string): void {
    this.#depth -= 1;
    if (this.#skipped > 0) {
      if (this.#depth < this.#skipped) this.#skipped = 0;
      return;
    }
    const sheet = this.#sheet;
    if (sheet === undefined) return this.styles.close(name);
    if (this.#forms.isOpen) return this.#forms.close();
    if (this.#comment !== undefined) return this.#closeComment(name, this.#comment);
    if (this.#frame !== undefined) return this.#closeFrame(name, this.#frame);
    if (name === 'table-row') this.#closeRow(sheet);
    else if (name === 'table' && this.#depth < this.#sheetDepth) this.#closeSheet(sheet);
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#closeCell(sheet);
    else this.#text.close(name);
  }

  #closeComment(name: string, comment: CommentAt): void {
    if (name === 'creator') this.#inAuthor = false;
    else if (name !== 'annotation') this.#aside.close(name);
    else {
      comment.lines = this.#aside.takeLines();
      this.#comments.push(comment);
      this.#comment = undefined;
    }
  }

  #closeFrame(name: string, frame: FrameAt): void {
    if (this.#inDescription && (name === 'desc' || name === 'title')) {
      this.#inDescription = false;
      if (this.#alt.trim() !== '' && !frame.alts.includes(this.#alt.trim()))
        frame.alts.push(this.#alt.trim());
      this.#alt = '';
    } else if (this.#depth >= this.#frameDepth) this.#aside.close(name);
    else {
      frame.said.push(...this.#aside.takeLines());
      this.#frames.push(frame);
      this.#frame = undefined;
    }
  }

  #closeCell(sheet: Sheet): void {
    const repeat = this.#cellRepeat;
    const content = this.#content(sheet);
    this.#inCell = false;
    if (!isBlank(content))
      for (let index = 0; index < repeat && this.#x + index < MAX_COLUMNS; index += 1)
        this.#row.add(this.#x + index, content);
    this.#x += repeat;
  }

  /** Returns the displayed content of a cell, or its value if it has no text. */
  #content(sheet: Sheet): CellContent {
    const shown = this.#text.take();
    const attributes = this.#attributes;
    if (!attributes.includes('value')) return isBlank(shown) ? this.#formula(sheet) : shown;
    const date = findAttribute(attributes, 'date-value');
    if (date !== undefined && (isBlank(shown) || this.#showsDigits(toPlainText(shown))))
      return withShown(dateOrText(date), shown);
    if (!isBlank(shown)) return shown;
    const number = findAttribute(attributes, 'value');
    const value =
      number === undefined
        ? ['string-value', 'time-value', 'boolean-value']
            .map((each) => decodeXml(findAttribute(attributes, each) ?? ''))
            .join('')
        : general(Number(number));
    if (value === '') return this.#formula(sheet);
    this.losses.add('Values that their format hides were kept', () => this.#at(sheet));
    return value;
  }

  #showsDigits(shown: string): boolean {
    const own = findAttribute(this.#attributes, 'style-name') ?? this.#rowStyle;
    const style = own || this.#columnStyles.find(({ last }) => this.#x <= last)?.style;
    return this.styles.showsDigits(style ?? '', shown);
  }

  #formula(sheet: Sheet): CellContent {
    const formula = decodeXml(findAttribute(this.#attributes, 'formula') ?? '').replace(
      /^\w+:=?/,
      '',
    );
    // An empty text is also a result.
    if (formula === '' || findAttribute(this.#attributes, 'value-type') !== undefined) return '';
    this.losses.add('Formulas without a stored result were kept as formulas', () =>
      this.#at(sheet),
    );
    return `=${formula.replace(/^=/, '')}`;
  }

  #at(sheet: Sheet): string {
    return `${spotName({ x: this.#x, y: this.#y })} of ${quoted(sheet.name)}`;
  }

  #closeRow(sheet: Sheet): void {
    const row = this.#row.take(this.#y);
    const repeat = this.#rowRepeat;
    for (let index = 0; row !== undefined && index < repeat && !this.done; index += 1) {
      const each = index === 0 ? row : new Row(this.#y + index, row.xs, row.cells);
      this.done = !sheet.add(each, this.#rowHidden);
    }
    this.#y += repeat;
  }

  #closeSheet(sheet: Sheet): void {
    for (const { spot, author, lines } of this.#comments) sheet.comment(spot, author, lines);
    this.addObjects(sheet, this.#frames);
    this.#comments = [];
    this.#frames = [];
    this.book.end(sheet);
    this.#sheet = undefined;
  }

  /** Ends a sheet that is not closed because the part is truncated. */
  end(): void {
    if (this.#sheet !== undefined) this.#closeSheet(this.#sheet);
  }
}

/** Returns a date followed by its displayed form, which has the same parts in another order. */
function withShown(date: string, shown: CellContent): CellContent {
  const said = toPlainText(shown).trim();
  if (said.includes(date)) return shown;
  return said === '' ? date : `${date} (${said})`;
}

function readRepeat(attributes: string, name: string, most: number): number {
  const value = Number(findAttribute(attributes, name) ?? 1);
  return Number.isInteger(value) && value > 0 ? Math.min(value, most) : 1;
}
