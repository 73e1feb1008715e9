import { type Losses, quoted } from '../input/losses.js';
import { type Block, type DocumentTree } from '../tree.js';
import { limitText, type Space, Sheet, wholeSpace } from './sheet.js';

/** Maximum number of sheets that a warning names. */
const NAMED = 5;

/** A workbook that is built sheet by sheet within its limits. */
export class Book {
  readonly #blocks: Block[] = [];
  readonly #leftOut: string[] = [];
  #cut: string | undefined;

  constructor(
    readonly losses: Losses,
    private readonly warnings: string[],
    private readonly space: Space = wholeSpace(),
  ) {}

  /** Begins a sheet; undefined if the workbook has already been truncated. */
  begin(name: string, number: number, hidden: boolean): Sheet | undefined {
    if (this.#cut !== undefined) {
      this.#leftOut.push(quoted(name));
      return undefined;
    }
    if (hidden) this.losses.add('Hidden sheets were kept', () => quoted(name));
    return new Sheet(name, number, this.space, this.losses);
  }

  /** Reports a sheet whose part is missing. */
  lack(name: string): void {
    this.losses.add('Sheets that are not in the document were left out', () => quoted(name));
  }

  end(sheet: Sheet): void {
    if (sheet.isCut) {
      const after = sheet.lastRow === 0 ? 'before its first row' : `after row ${sheet.lastRow}`;
      this.#cut = `The workbook has ${limitText(this.space)}: sheet ${quoted(sheet.name)} is cut ${after}`;
    }
    this.#blocks.push(...sheet.blocks());
  }

  tree(): DocumentTree {
    const others = this.#leftOut.slice(0, NAMED).join(', ');
    const more = this.#leftOut.length - NAMED;
    const named =
      others === '' ? '' : `, also ${others}${more > 0 ? ` and ${more} more sheets` : ''}`;
    if (this.#cut !== undefined)
      this.warnings.push(`${this.#cut}; what follows is left out${named}.`);
    this.losses.report(this.warnings);
    return { blocks: this.#blocks, notes: [] };
  }
}
