import { Losses, quoted } from '../../input/losses.js';
import { attributeOf, type XmlHandler } from '../../input/xml-events.js';
import { ZipArchive } from '../../input/zip.js';
import { type Source } from '../../formats/port.js';
import { type DocumentTree, type Style } from '../../tree.js';
import { Book } from '../book.js';
import { BookPackage } from '../package.js';
import { addObjects } from './objects.js';
import { ContentReader } from './content-reader.js';

/** What the styles of a spreadsheet say of cells, texts and sheets. */
export class OdsStyles implements XmlHandler {
  readonly texts = new Map<string, Style>();
  readonly hiddenTables = new Set<string>();
  /** Formats of dates whose month is in digits. */
  readonly digitDates = new Set<string>();
  readonly #dataOf = new Map<string, string>();
  #style = '';
  #date: { name: string; letters: boolean; date: boolean } | undefined;

  open(name: string, attributes: string): void {
    switch (name) {
      case 'style':
        this.#style = attributeOf(attributes, 'name') ?? '';
        this.#dataOf.set(this.#style, attributeOf(attributes, 'data-style-name') ?? '');
        return;
      case 'table-properties':
        if (attributeOf(attributes, 'display') === 'false') this.hiddenTables.add(this.#style);
        return;
      case 'text-properties':
        this.texts.set(this.#style, textStyle(attributes));
        return;
      case 'date-style':
        this.#date = { name: attributeOf(attributes, 'name') ?? '', letters: false, date: false };
        return;
      case 'month':
        if (this.#date !== undefined) {
          this.#date.date = true;
          this.#date.letters = attributeOf(attributes, 'textual') === 'true';
        }
        return;
      case 'day':
      case 'year':
        if (this.#date !== undefined) this.#date.date = true;
    }
  }

  close(name: string): void {
    if (name !== 'date-style') return;
    const { name: style = '', letters = false, date = false } = this.#date ?? {};
    if (date && !letters) this.digitDates.add(style);
    this.#date = undefined;
  }

  text(): void {
    // Styles have none that counts.
  }

  showsDigits(style: string): boolean {
    return this.digitDates.has(this.#dataOf.get(style) ?? '');
  }
}

function textStyle(attributes: string): Style {
  const style: Style = {};
  if (attributeOf(attributes, 'font-weight') === 'bold') style.bold = true;
  if (attributeOf(attributes, 'font-style') === 'italic') style.italic = true;
  if (!/^(?:none)?$/.test(attributeOf(attributes, 'text-line-through-style') ?? ''))
    style.strike = true;
  const position = attributeOf(attributes, 'text-position') ?? '';
  if (/^(?:super|[1-9])/.test(position)) style.position = 'sup';
  if (/^(?:sub|-)/.test(position)) style.position = 'sub';
  return style;
}

/** Reads a spreadsheet of OpenDocument, one row after the other. */
export async function readOds(source: Source): Promise<DocumentTree> {
  const losses = new Losses();
  const parts = new BookPackage(new ZipArchive(source.bytes), source.warnings, losses);
  if (
    parts.zip.names.some(
      (name) =>
        (/^Basic\/|^Scripts\//.test(name) && /\.(?:xba|py|js|bsh)$/i.test(name)) ||
        (/^Basic\/[^/]+\/[^/]+\.xml$/.test(name) && !/script-l[bc]\.xml$/.test(name)),
    )
  )
    source.warnings.push('The document has macros; they were left out.');
  const styles = new OdsStyles();
  await parts.events('styles.xml', styles);
  const book = new Book(losses, source.warnings);
  const reader = new ContentReader(book, styles, losses, (sheet, objects) =>
    addObjects(parts, sheet, objects, source.media),
  );
  await parts.events('content.xml', reader);
  reader.end();
  const embedded = parts.zip.names.filter((name) => /^Object \d+$/.test(name));
  for (const name of embedded) losses.add('Embedded documents were left out', () => quoted(name));
  return book.tree();
}
