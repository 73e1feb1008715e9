// Fallback parser for RTF: reads paragraphs and tables, and decodes their characters.
import iconv from 'iconv-lite';
import { type Source } from '../../formats/port.js';
import { type Block, type DocumentTree, paragraph, tableOfTexts } from '../../tree.js';

/** Groups without text of the document. */
const SKIPPED = new Set(
  'fonttbl colortbl stylesheet info pict object header headerl headerr headerf footer footerl footerr footerf listtable listoverridetable rsidtbl generator themedata colorschememapping datastore latentstyles xmlnstbl fldinst pntext bkmkstart bkmkend'.split(
    ' ',
  ),
);
const SYMBOLS: Record<string, string> = {
  line: '\n',
  tab: '\t',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
};
const TOKEN =
  /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z\r\n])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\/gi;
const MAX_DEPTH = 10_000;

interface Group {
  skipped: boolean;
  /** Number of bytes that substitute a character given as Unicode. */
  substitutes: number;
}

export function parseRtf(source: Source): DocumentTree {
  const writer = new Writer();
  const reader = new Reader(writer);
  for (const token of source.bytes.toString('latin1').matchAll(TOKEN)) reader.take(token);
  source.warnings.push('The document is damaged: only its text was kept.');
  return { blocks: writer.end(), notes: [] };
}

class Reader {
  readonly #groups: Group[] = [{ skipped: false, substitutes: 1 }];
  #charset = 'windows-1252';
  #bytes: number[] = [];
  #toSkip = 0;
  /** Number of open groups below the deepest one that is read. */
  #beyond = 0;

  constructor(private readonly writer: Writer) {}

  take([, word, number, hex, symbol, brace, text]: RegExpMatchArray): void {
    if (hex !== undefined) return this.#byte(Number.parseInt(hex, 16));
    this.#flush();
    if (brace === '{') this.#open();
    else if (brace === '}') this.#close();
    else if (symbol !== undefined) this.#symbol(symbol);
    else if (text !== undefined) this.#text(text);
    else if (word !== undefined)
      this.#word(word, number === undefined ? undefined : Number(number));
  }

  get #group(): Group {
    return this.#groups.at(-1) ?? { skipped: false, substitutes: 1 };
  }

  #open(): void {
    if (this.#groups.length >= MAX_DEPTH) this.#beyond += 1;
    else this.#groups.push({ ...this.#group });
  }

  #close(): void {
    this.#toSkip = 0;
    if (this.#beyond > 0) this.#beyond -= 1;
    else if (this.#groups.length > 1) this.#groups.pop();
  }

  #symbol(symbol: string): void {
    if (symbol === '*') this.#group.skipped = true;
    else if (symbol === '~') this.#text('\u00a0');
    else if (symbol === '_') this.#text('-');
    else if ('\\{}'.includes(symbol)) this.#text(symbol);
  }

  #word(word: string, number: number | undefined): void {
    if (SKIPPED.has(word)) this.#group.skipped = true;
    else if (word === 'ansicpg' && number !== undefined && iconv.encodingExists(`cp${number}`))
      this.#charset = `cp${number}`;
    else if (word === 'uc') this.#group.substitutes = Math.min(16, Math.max(0, number ?? 1));
    else if (word === 'u' && number !== undefined) {
      this.#text(String.fromCharCode(number & 0xffff));
      this.#toSkip = this.#group.substitutes;
    } else if (this.#group.skipped) return;
    else if (word === 'par' || word === 'sect' || word === 'page') this.writer.endParagraph();
    else if (word === 'cell') this.writer.endCell();
    else if (word === 'row') this.writer.endRow();
    else this.#text(SYMBOLS[word] ?? '');
  }

  #byte(value: number): void {
    if (this.#toSkip > 0) this.#toSkip -= 1;
    else if (!this.#group.skipped) this.#bytes.push(value);
  }

  /** A character of an East Asian charset is two bytes. */
  #flush(): void {
    if (this.#bytes.length === 0) return;
    this.writer.add(iconv.decode(Buffer.from(this.#bytes), this.#charset));
    this.#bytes = [];
  }

  #text(text: string): void {
    const rest = text.slice(this.#toSkip);
    this.#toSkip = Math.max(0, this.#toSkip - text.length);
    if (!this.#group.skipped) this.writer.add(rest);
  }
}

class Writer {
  readonly #blocks: Block[] = [];
  #rows: string[][] = [];
  #cells: string[] = [];
  #text = '';

  add(text: string): void {
    this.#text += text;
  }

  endParagraph(): void {
    if (this.#cells.length > 0) this.#text += '\n';
    else {
      if (this.#text.trim() !== '') {
        this.#closeTable();
        this.#blocks.push(paragraph(this.#text));
      }
      this.#text = '';
    }
  }

  endCell(): void {
    this.#cells.push(this.#text.trim());
    this.#text = '';
  }

  endRow(): void {
    if (this.#cells.length > 0) this.#rows.push(this.#cells);
    this.#cells = [];
    this.#text = '';
  }

  end(): Block[] {
    if (this.#cells.length > 0) this.endRow();
    this.endParagraph();
    this.#closeTable();
    return this.#blocks;
  }

  #closeTable(): void {
    if (this.#rows.length === 0) return;
    const width = Math.max(...this.#rows.map((row) => row.length));
    this.#blocks.push(
      tableOfTexts(
        this.#rows.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? '')),
      ),
    );
    this.#rows = [];
  }
}
