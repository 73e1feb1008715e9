import {
  docx,
  headingPar,
  item,
  par,
  run,
  table as wordTable,
} from '../../../support/documents/docx.js';
import { type Abilities, type MadeCell, type Part, type Piece } from './made.js';
import { odfTable, openDocument } from '../../../support/documents/open-document.js';
import { pptx, type Slide, slideRun } from '../../../support/documents/pptx.js';
import { type Parts } from '../../../support/documents/zip.js';

// Writes the same document in each format, in the way of its usual programs.

export interface MadeFormat {
  abilities: Abilities;
  write: (parts: Part[]) => Buffer;
}

/** Writes pieces, separated by `space`. */
function joined(pieces: readonly Piece[], write: (piece: Piece) => string, space: string): string {
  return pieces.map(write).join(space);
}

const omml = (above: string, below: string) =>
  `<m:oMath><m:f><m:num><m:r><m:t>${above}</m:t></m:r></m:num><m:den><m:r><m:t>${below}</m:t></m:r></m:den></m:f></m:oMath>`;
const mathml = (above: string, below: string) =>
  `<math xmlns="http://www.w3.org/1998/Math/MathML"><mfrac><mrow><mn>${above.slice(0, -1)}</mn><mi>x</mi></mrow><mn>${below}</mn></mfrac></math>`;
const para = (inner: string, displayed: boolean) =>
  displayed ? `<m:oMathPara>${inner}</m:oMathPara>` : inner;

function wordPiece(piece: Piece): string {
  switch (piece.kind) {
    case 'bold':
      return run(piece.text, '<w:b/>');
    case 'raised':
      return run(piece.text) + run(piece.above, '<w:vertAlign w:val="superscript"/>');
    case 'hidden':
      return run(piece.text, '<w:vanish/>');
    case 'deleted':
      return `<w:del w:id="1"><w:r><w:delText>${piece.text}</w:delText></w:r></w:del>`;
    case 'number':
      return `<w:r><w:t>${piece.text.replace('-', '</w:t><w:noBreakHyphen/><w:t>')}</w:t></w:r>`;
    case 'formula':
      return para(omml(piece.above, piece.below), piece.displayed);
    default:
      return run(piece.text);
  }
}

function wordPart(part: Part): string {
  switch (part.kind) {
    case 'heading':
      return headingPar(part.text, 2);
    case 'list':
      return part.items.map((text) => item(text, 1)).join('');
    case 'paragraph':
      return par(joined(part.pieces, wordPiece, run(' ')));
    case 'table':
      return wordTable(
        part.rows.map((row) =>
          row.map(({ text, inner }) =>
            inner === undefined ? text : par(run(text)) + wordTable(inner) + par(''),
          ),
        ),
      );
  }
}

function htmlPiece(piece: Piece): string {
  switch (piece.kind) {
    case 'bold':
      return `<b>${piece.text}</b>`;
    case 'raised':
      return `${piece.text}<sup>${piece.above}</sup>`;
    case 'hidden':
      return `<span style="display: none">${piece.text}</span>`;
    case 'formula':
      return mathml(piece.above, piece.below);
    default:
      return piece.text;
  }
}

const htmlTable = (rows: readonly string[][]): string =>
  `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;

function htmlPart(part: Part): string {
  switch (part.kind) {
    case 'heading':
      return `<h2>${part.text}</h2>`;
    case 'list':
      return `<ul>${part.items.map((text) => `<li>${text}</li>`).join('')}</ul>`;
    case 'paragraph':
      return `<p>${joined(part.pieces, htmlPiece, ' ')}</p>`;
    case 'table':
      return htmlTable(
        part.rows.map((row) =>
          row.map(({ text, inner }) => text + (inner === undefined ? '' : htmlTable(inner))),
        ),
      );
  }
}

/** Writes parts as OpenDocument, in which formulas are embedded documents. */
class OdfWriter {
  readonly objects: Parts = {};
  #count = 0;

  part(part: Part): string {
    switch (part.kind) {
      case 'heading':
        return `<text:h text:outline-level="2">${part.text}</text:h>`;
      case 'list':
        return `<text:list text:style-name="L">${part.items.map((text) => `<text:list-item><text:p>${text}</text:p></text:list-item>`).join('')}</text:list>`;
      case 'paragraph':
        return `<text:p>${joined(part.pieces, (piece) => this.#piece(piece), ' ')}</text:p>`;
      case 'table':
        return odfTable(
          'T',
          part.rows.map((row) => row.map(odfCell)),
        );
    }
  }

  #piece(piece: Piece): string {
    switch (piece.kind) {
      case 'bold':
        return span('B', piece.text);
      case 'raised':
        return piece.text + span('UP', piece.above);
      case 'hidden':
        return span('HID', piece.text);
      case 'formula': {
        this.#count += 1;
        this.objects[`Object ${this.#count}/content.xml`] = mathml(piece.above, piece.below);
        return `<draw:frame><draw:object xlink:href="./Object ${this.#count}"/></draw:frame>`;
      }
      default:
        return piece.text;
    }
  }
}

const span = (style: string, text: string) =>
  `<text:span text:style-name="${style}">${text}</text:span>`;
/** Returns a cell for `odfTable`, which wraps it in a paragraph. */
const odfCell = ({ text, inner }: MadeCell) =>
  inner === undefined ? text : `${text}</text:p>${odfTable('I', inner)}<text:p>`;

function slidePiece(piece: Piece): string {
  switch (piece.kind) {
    case 'bold':
      return slideRun(piece.text, ' b="1"');
    case 'raised':
      return slideRun(piece.text) + slideRun(piece.above, ' baseline="30000"');
    case 'formula':
      return `<a14:m xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">${para(omml(piece.above, piece.below), piece.displayed)}</a14:m>`;
    default:
      return 'text' in piece ? slideRun(piece.text) : '';
  }
}

/**
 * Distributes parts over slides. As a slide has one body and one table, each heading and each table starts a new one.
 */
function buildSlides(parts: readonly Part[]): Slide[] {
  const slides: Slide[] = [];
  let title = '';
  for (const part of parts) {
    const last = slides.at(-1);
    if (part.kind === 'heading') slides.push({ title: part.text, body: [] });
    else if (part.kind === 'table') {
      const rows = part.rows.map((row) => row.map(({ text }) => text));
      slides.push({ title, body: [], table: rows }, { title, body: [] });
    } else if (part.kind === 'list') last?.body.push(...part.items.map((text) => slideRun(text)));
    else last?.body.push(joined(part.pieces, slidePiece, slideRun(' ')));
    title = '';
  }
  return slides;
}

function rtfPiece(piece: Piece): string {
  switch (piece.kind) {
    case 'bold':
      return `{\\b ${piece.text}}`;
    case 'raised':
      return `${piece.text}{\\super ${piece.above}}`;
    case 'hidden':
      return `{\\v ${piece.text}}`;
    case 'deleted':
      return `{\\deleted ${piece.text}}`;
    case 'number':
      return piece.text.replace('-', '\\_');
    case 'formula':
      return `{\\mmath{\\*\\moMath{\\mf{\\mnum{\\mr ${piece.above}}}{\\mden{\\mr ${piece.below}}}}}}`;
    default:
      return piece.text;
  }
}

/** Returns a row of a table, with nested tables in its cells. */
function rtfRow(row: readonly MadeCell[]): string {
  const defined = row.map((_, at) => `\\cellx${(at + 1) * 1000}`).join('');
  const cells = row.map(({ text, inner = [] }) => {
    const nested = inner.map(
      (line) =>
        `\\pard\\intbl\\itap2 ${line.join('\\nestcell ')}\\nestcell{\\*\\nesttableprops\\trowd\\cellx500\\cellx900\\nestrow}{\\nonesttables\\par}`,
    );
    return `\\pard\\intbl ${text}${inner.length === 0 ? '' : `\\par${nested.join('')}\\pard\\intbl`}\\cell`;
  });
  return `\\trowd${defined}${cells.join('')}\\row`;
}

function rtfPart(part: Part): string {
  switch (part.kind) {
    case 'heading':
      return `{\\pard\\s1\\outlinelevel1 ${part.text}\\par}`;
    case 'list':
      return part.items
        .map((text) => `{\\pard\\ls1{\\listtext\\bullet\\tab}${text}\\par}`)
        .join('');
    case 'paragraph':
      return `\\pard ${joined(part.pieces, rtfPiece, ' ')}\\par`;
    case 'table':
      return `${part.rows.map(rtfRow).join('')}\\pard`;
  }
}

const FOUR: readonly Piece['kind'][] = ['word', 'bold', 'raised', 'formula'];

export const MADE_FORMATS: Readonly<Record<string, MadeFormat>> = {
  docx: {
    abilities: { kinds: [...FOUR, 'hidden', 'deleted', 'number'], nested: true },
    write: (parts) => docx(parts.map(wordPart).join('')),
  },
  pptx: {
    abilities: { kinds: FOUR, nested: false },
    write: (parts) => pptx(buildSlides(parts)),
  },
  odt: {
    abilities: { kinds: [...FOUR, 'hidden'], nested: true },
    write: (parts) => {
      const writer = new OdfWriter();
      const body = parts.map((part) => writer.part(part)).join('');
      return openDocument('text', body, writer.objects);
    },
  },
  rtf: {
    abilities: { kinds: [...FOUR, 'hidden', 'deleted', 'number'], nested: true },
    write: (parts) => Buffer.from(`{\\rtf1\\ansi ${parts.map(rtfPart).join('\n')}}`),
  },
  html: {
    abilities: { kinds: [...FOUR, 'hidden'], nested: true },
    write: (parts) => Buffer.from(`<!doctype html>${parts.map(htmlPart).join('\n')}`),
  },
};
