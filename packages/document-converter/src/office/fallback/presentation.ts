// Fallback parser for slides of PresentationML: reads what is left of their XML.
import { type Element } from 'domhandler';
import { DocumentError } from '../../converted.js';
import { type Source } from '../../formats/port.js';
import { childElements, descendants, localName, parseXml, xmlText } from '../../input/xml.js';
import { ZipArchive } from '../../input/zip.js';
import { type Block, type DocumentTree, isEmpty, paragraph, place, text } from '../../tree.js';
import { slideNames } from '../slides.js';

const TITLES = new Set(['title', 'ctrTitle']);
/** Page numbers, dates and footers, which repeat on every slide. */
const CHROME = new Set(['sldNum', 'dt', 'ftr', 'hdr']);

export function parsePresentation(source: Source): DocumentTree {
  const zip = new ZipArchive(source.bytes);
  const blocks = slideNames(zip).flatMap((name, index) => {
    const root = parseXml(zip.read(name)?.toString('utf8') ?? '');
    return root === undefined ? [] : [place('slide', index + 1), ...readShapes(root)];
  });
  if (blocks.every(({ kind }) => kind === 'place'))
    throw new DocumentError('unreadable', 'The document is damaged: a part of it is missing.');
  source.warnings.push('The document is damaged: what could be read of it was kept.');
  return { blocks, notes: [] };
}

function readShapes(parent: Element): Block[] {
  return childElements(parent).flatMap((element) => {
    switch (localName(element)) {
      case 'sp':
        return readShape(element);
      case 'tbl':
        return readTable(element);
      default:
        return readShapes(element);
    }
  });
}

function readShape(shape: Element): Block[] {
  const kind = descendants(shape, 'ph')[0]?.attribs['type'] ?? '';
  if (CHROME.has(kind)) return [];
  const paragraphs = descendants(shape, 'p').map((each) => paragraph(paragraphText(each)));
  const kept = paragraphs.filter((each) => !isEmpty([each]));
  if (!TITLES.has(kind)) return kept;
  const title = kept.map((each) => (each.kind === 'paragraph' ? each.content : [])).flat();
  return title.length === 0 ? [] : [{ kind: 'heading', level: 2, content: title }];
}

function paragraphText(element: Element): string {
  return childElements(element)
    .map((each) => (localName(each) === 'br' ? '\n' : xmlRun(each)))
    .join('');
}

function xmlRun(element: Element): string {
  return descendants(element, 't')
    .map(({ children }) => children.map((node) => ('data' in node ? node.data : '')).join(''))
    .join('');
}

function readTable(table: Element): Block[] {
  const rows = descendants(table, 'tr').map((row) =>
    childElements(row)
      .filter((cell) => localName(cell) === 'tc')
      .map((cell) => ({
        blocks: descendants(cell, 'p').map((each): Block => ({
          kind: 'paragraph',
          content: [text(paragraphText(each))],
        })),
      })),
  );
  return rows.length === 0 || xmlText(table) === '' ? [] : [{ kind: 'table', rows }];
}
