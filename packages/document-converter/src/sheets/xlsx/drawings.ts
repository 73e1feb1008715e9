// Pictures, charts and texts above the cells of a sheet.
import { type Element } from 'domhandler';
import { quoted } from '../../input/losses.js';
import { type MediaStore } from '../../input/media.js';
import { child, childElements, descendants, localName, textsIn, xmlText } from '../../input/xml.js';
import { type Inline, text } from '../../tree.js';
import { type BookPackage, type Relation, findTarget } from '../package.js';
import { type Sheet, type Spot, spotName } from '../sheet.js';
import { chartText } from './charts.js';
import { readParagraphs } from './comments.js';

/** Adds the objects of a sheet's drawing in order. */
export function addDrawing(book: BookPackage, path: string, sheet: Sheet, media: MediaStore): void {
  const root = book.tree(path);
  if (root === undefined) return;
  book.once(path, textsIn(root));
  const relations = book.relations(path);
  for (const anchor of childElements(root)) {
    const spot = spotAt(child(anchor, 'from'));
    for (const shape of collectShapes(anchor)) {
      if (localName(shape) === 'pic') addPicture(book, relations, shape, spot, sheet, media);
      else if (localName(shape) === 'graphicFrame') addChart(book, relations, shape, spot, sheet);
      else addText(shape, spot, sheet);
    }
  }
}

const SHAPES = new Set(['pic', 'graphicFrame', 'sp', 'cxnSp']);

/** Returns the shapes within an element, including groups; for alternative forms of a shape, only the first. */
function collectShapes(element: Element): Element[] {
  return childElements(element).flatMap((each) => {
    const name = localName(each);
    if (SHAPES.has(name)) return [each];
    if (name === 'AlternateContent') {
      const [first] = childElements(each);
      return first === undefined ? [] : collectShapes(first);
    }
    return name === 'grpSp' ? collectShapes(each) : [];
  });
}

function spotAt(from: Element | undefined): Spot {
  const number = (name: string) => {
    const value = Number(from === undefined ? 0 : xmlText(child(from, name)));
    return Number.isInteger(value) && value >= 0 ? value : 0;
  };
  return { x: number('col'), y: number('row') };
}

function addPicture(
  book: BookPackage,
  relations: Map<string, Relation>,
  shape: Element,
  spot: Spot,
  sheet: Sheet,
  media: MediaStore,
): void {
  const { alt } = named(shape);
  const id = Object.entries(descendants(shape, 'blip')[0]?.attribs ?? {}).find(([key]) =>
    key.endsWith(':embed'),
  )?.[1];
  const relation = relations.get(id ?? '');
  const bytes = relation?.external === false ? book.bytes(relation.target) : undefined;
  const url = bytes === undefined ? undefined : media.add(relation?.target ?? '', '', bytes);
  if (url !== undefined) return sheet.beside(spot, 'Picture', [{ kind: 'image', alt, url }]);
  book.losses.add('Pictures that are not in the document were left out', () => place(spot, sheet));
  if (alt !== '') sheet.beside(spot, 'Picture', [text(alt)]);
}

function addChart(
  book: BookPackage,
  relations: Map<string, Relation>,
  shape: Element,
  spot: Spot,
  sheet: Sheet,
): void {
  const reference = descendants(shape, 'chart')[0];
  const id = Object.entries(reference?.attribs ?? {}).find(([key]) => key.endsWith(':id'))?.[1];
  const chart = book.tree(relations.get(id ?? '')?.target);
  const { alt } = named(shape);
  if (chart === undefined) {
    book.losses.add('Diagrams that are not charts were left out', () => place(spot, sheet));
    if (alt !== '') sheet.beside(spot, 'Diagram', [text(alt)]);
    return;
  }
  const path = relations.get(id ?? '')?.target ?? '';
  book.once(path, textsIn(chart));
  sheet.beside(spot, 'Chart', chartText(chart, alt, linesOver(book, path)));
}

/** Returns the texts of shapes above a chart. */
function linesOver(book: BookPackage, path: string): string[] {
  const drawing = findTarget(book.relations(path), /^chartUserShapes$/);
  const root = book.tree(drawing);
  if (drawing === undefined || root === undefined) return [];
  book.once(drawing, textsIn(root));
  return childElements(root).flatMap((anchor) => collectShapes(anchor).flatMap(readShapeLines));
}

function readShapeLines(shape: Element): string[] {
  const { alt } = named(shape);
  const lines = readParagraphs(shape).filter((line) => line.trim() !== '');
  return alt === '' || lines.join('\n').includes(alt) ? lines : [alt, ...lines];
}

function addText(shape: Element, spot: Spot, sheet: Sheet): void {
  const said = readShapeLines(shape);
  if (said.length === 0) return;
  const content = said.flatMap((line, index): Inline[] => [
    ...(index === 0 ? [] : [{ kind: 'break' } as const]),
    text(line),
  ]);
  sheet.beside(spot, 'Text', content);
}

function named(shape: Element): { alt: string } {
  const attribs = descendants(shape, 'cNvPr')[0]?.attribs ?? {};
  const said = [(attribs['title'] ?? '').trim(), (attribs['descr'] ?? '').trim()];
  return { alt: [...new Set(said)].filter((each) => each !== '').join(': ') };
}

function place(spot: Spot, sheet: Sheet): string {
  return `${spotName(spot)} of ${quoted(sheet.name)}`;
}
