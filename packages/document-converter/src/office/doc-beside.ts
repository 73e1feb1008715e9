// Comments, text boxes, headers and footers of Word 97 to 2003, which the engine does not read.
import { Losses, placeAfter, quoted } from '../input/losses.js';
import { type Block, paragraph, text } from '../tree.js';
import { splitParagraphs, type Stories } from './doc-stories.js';

/** Offsets of the positions and lengths of the tables of comments and of their authors' names. */
const COMMENTS = 0x00ba;
const AUTHORS = 0x01ba;
/** Size of an entry in the table of comments, and offset of the author's index in it. */
const COMMENT = 30;
const AUTHOR = 20;
/** Mark of a comment, in the text and at the beginning of the comment. */
const MARK = '\u0005';

/** Beginning of a field. */
const FIELD = '\u0013';

/** Returns comments and text boxes, which are placed below the text. Reports these boxes, and headers and footers. */
export function besideText(
  stories: Stories,
  main: Buffer,
  table: Buffer,
  warnings: string[],
): Block[] {
  const losses = new Losses();
  const headers = [...splitParagraphs(stories.headers), ...splitParagraphs(stories.headerBoxes)];
  // A header that is only a number is the page number.
  for (const each of new Set(headers.filter((header) => /\p{L}/u.test(header))))
    losses.add('Headers and footers of pages were left out', () => quoted(each));
  const boxes = splitParagraphs(stories.boxes);
  for (const box of boxes)
    losses.add('Text boxes stand at the end of the document', () => quoted(box));
  reportFormulas(stories.text, losses);
  losses.report(warnings);
  return [
    ...boxes.map((box) => paragraph(box)),
    ...buildCommentBlocks(stories, readCommentAuthors(main, table)),
  ];
}

/** Reports fields with a formula, which have no text. */
function reportFormulas(whole: string, losses: Losses): void {
  for (let at = whole.indexOf(FIELD); at !== -1; at = whole.indexOf(FIELD, at + 1)) {
    const place = at;
    if (/^\s*EQ\s/.test(whole.slice(at + 1, at + 20)))
      losses.add('Formulas in fields were left out', () => placeAfter(lineBefore(whole, place)));
  }
}

/** Returns the paragraph's text up to a position. */
function lineBefore(whole: string, to: number): string {
  return splitParagraphs(
    whole
      .slice(Math.max(0, to - 1000), to)
      .split('\r')
      .at(-1) ?? '',
  ).join(' ');
}

function buildCommentBlocks(
  { text: whole, comments }: Stories,
  authors: readonly string[],
): Block[] {
  const before = whole.split(MARK);
  return comments
    .split(MARK)
    .slice(1)
    .flatMap((comment, index): Block[] => {
      const [first, ...rest] = splitParagraphs(comment);
      if (first === undefined) return [];
      const by = authors[index] ?? '';
      const place = placeAfter(splitParagraphs(before[index] ?? '').at(-1) ?? '');
      const head = `Comment${by === '' ? '' : ` by ${by}`} ${place}:`;
      return [
        {
          kind: 'quote',
          blocks: [
            paragraph(text(head, { bold: true }), ' ', first),
            ...rest.map((each) => paragraph(each)),
          ],
        },
      ];
    });
}

/** Returns the author of each comment. */
function readCommentAuthors(main: Buffer, table: Buffer): string[] {
  const names: string[] = [];
  let at = main.readUInt32LE(AUTHORS);
  const end = Math.min(table.length, at + main.readUInt32LE(AUTHORS + 4));
  while (at + 2 <= end) {
    const to = at + 2 + 2 * table.readUInt16LE(at);
    names.push(table.toString('utf16le', at + 2, Math.min(to, end)));
    at = to;
  }
  const from = main.readUInt32LE(COMMENTS);
  const count = Math.floor((main.readUInt32LE(COMMENTS + 4) - 4) / (4 + COMMENT));
  const first = from + (count + 1) * 4;
  const known = Math.max(0, Math.min(count, Math.floor((table.length - first) / COMMENT)));
  return Array.from(
    { length: known },
    (_, index) => names[table.readUInt16LE(first + index * COMMENT + AUTHOR)] ?? '',
  );
}
