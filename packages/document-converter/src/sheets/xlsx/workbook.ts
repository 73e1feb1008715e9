import { posix } from 'node:path';
import { type Element } from 'domhandler';
import { descendants } from '../../input/xml.js';
import { Losses, quoted } from '../../input/losses.js';
import { ZipArchive } from '../../input/zip.js';
import { type Source } from '../../formats/port.js';
import { type DocumentTree } from '../../tree.js';
import { Book } from '../book.js';
import { BookPackage, type Relation, findTarget } from '../package.js';
import { type Sheet, wholeSpace } from '../sheet.js';
import { Values } from '../values.js';
import { addComments, type CommentAt, readPeople } from './comments.js';
import { addControls } from './controls.js';
import { addDrawing } from './drawings.js';
import { SharedStrings } from './strings.js';
import { SheetReader } from './sheet-reader.js';
import { Styles, StylesReader } from './styles.js';

interface Named {
  name: string;
  hidden: boolean;
  path: string | undefined;
}

const EMBEDDED = /^xl\/embeddings\/[^/]+$/i;

/** Reads an xlsx workbook row by row, so that it is never in memory as a whole. */
export async function readXlsx(source: Source): Promise<DocumentTree> {
  const losses = new Losses(source.words);
  const parts = new BookPackage(new ZipArchive(source.bytes), source.warnings, losses);
  reportLeftOut(parts, source.warnings);
  const main = mainPart(parts);
  const root = parts.tree(main);
  const relations = parts.relations(main);
  const styles = new Styles();
  const text = findTarget(relations, /^sharedStrings$/) ?? 'xl/sharedStrings.xml';
  const strings = new SharedStrings(parts.strayIn(text));
  await parts.events(text, strings);
  await parts.events(
    findTarget(relations, /^styles$/) ?? 'xl/styles.xml',
    new StylesReader(styles),
  );
  styles.numbers.date1904 = hasDate1904(root);
  await styles.prepare();
  const people = readPeople(parts);
  const book = new Book(losses, source.warnings, wholeSpace(source.progress));
  const sheets = listSheets(parts, root, relations);
  for (const [index, { name, hidden, path }] of sheets.entries()) {
    const sheet = book.begin(name, index + 1, hidden);
    if (sheet === undefined) continue;
    if (path === undefined || parts.find(path) === undefined) {
      book.lack(name);
      continue;
    }
    const values = new Values(styles, losses, name);
    const reader = new SheetReader(sheet, styles, strings, values, parts.strayIn(path));
    reader.isAll = sheets.length === 1;
    await parts.events(path, reader);
    addRelated(parts, path, sheet, reader, people, source);
    book.end(sheet);
  }
  return book.tree();
}

/** Adds the contents of related parts: links, comments, and objects above the cells. */
export function addRelated(
  parts: BookPackage,
  path: string,
  sheet: Sheet,
  { links, comments = [] }: Pick<SheetReader, 'links'> & { comments?: CommentAt[] },
  people: Map<string, string>,
  { media }: Source,
): void {
  const relations = parts.relations(path);
  for (const { first, last, id } of links) {
    const target = relations.get(id);
    if (target?.external === true) sheet.link(first, last, target.target);
  }
  addComments(parts, relations, people, sheet, comments);
  for (const { kind, target } of relations.values())
    if (kind === 'drawing') addDrawing(parts, target, sheet, media);
    else if (kind === 'vmlDrawing') addControls(parts, target, sheet);
}

export function mainPart(parts: BookPackage, otherwise = 'xl/workbook.xml'): string {
  const target = findTarget(parts.relations(''), /^officeDocument$/);
  return target !== undefined && parts.find(target) !== undefined ? target : otherwise;
}

function hasDate1904(root: Element | undefined): boolean {
  const value =
    root === undefined ? undefined : descendants(root, 'workbookPr')[0]?.attribs['date1904'];
  return value === '1' || value === 'true';
}

/** Returns the sheets in order, or all existing sheet parts if the list is missing or damaged. */
function listSheets(
  parts: BookPackage,
  root: Element | undefined,
  relations: Map<string, Relation>,
): Named[] {
  const found = (root === undefined ? [] : descendants(root, 'sheet')).map(({ attribs }): Named => {
    const id = Object.entries(attribs).find(([key]) => key.endsWith(':id'))?.[1];
    return {
      name: attribs['name'] ?? '',
      hidden: /hidden$/i.test(attribs['state'] ?? ''),
      path: relations.get(id ?? '')?.target,
    };
  });
  if (found.some(({ path }) => path !== undefined && parts.find(path) !== undefined)) return found;
  parts.reportDamage();
  return parts.list(/^xl\/worksheets\/[^/]+\.xml$/i).map((path, index) => ({
    name: found[index]?.name ?? posix.basename(path, '.xml'),
    hidden: false,
    path,
  }));
}

/** Reports embedded programs and documents, which are never read. */
export function reportLeftOut(parts: BookPackage, warnings: string[]): void {
  const { names } = parts.zip;
  if (names.some((name) => /vbaProject\.bin$/i.test(name)))
    warnings.push('The document has macros; they were left out.');
  for (const name of names.filter((each) => EMBEDDED.test(each)))
    parts.losses.add('Embedded documents were left out', () => quoted(name));
}
