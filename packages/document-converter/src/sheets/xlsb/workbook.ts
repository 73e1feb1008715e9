import { posix } from 'node:path';
import { DamagedError, ZipArchive } from '../../input/zip.js';
import { Losses } from '../../input/losses.js';
import { type Source } from '../../formats/port.js';
import { type DocumentTree } from '../../tree.js';
import { Book } from '../book.js';
import { BookPackage, findTarget } from '../package.js';
import { wholeSpace } from '../sheet.js';
import { Values } from '../values.js';
import { readPeople } from '../xlsx/comments.js';
import { Styles } from '../xlsx/styles.js';
import { addRelated, mainPart, reportLeftOut } from '../xlsx/workbook.js';
import {
  BinarySheetReader,
  BinaryStylesReader,
  BookReader,
  CommentsReader,
  StringsReader,
} from './readers.js';
import { readRecords, type RecordHandler } from './records.js';

/** Reads an xlsb workbook row by row. */
export async function readXlsb(source: Source): Promise<DocumentTree> {
  const losses = new Losses(source.words);
  const parts = new BookPackage(new ZipArchive(source.bytes), source.warnings, losses);
  reportLeftOut(parts, source.warnings);
  const main = mainPart(parts, 'xl/workbook.bin');
  const relations = parts.relations(main);
  const list = new BookReader();
  await read(parts, main, list);
  const styles = new Styles();
  styles.numbers.date1904 = list.date1904;
  await read(
    parts,
    findTarget(relations, /^styles$/) ?? 'xl/styles.bin',
    new BinaryStylesReader(styles),
  );
  await styles.prepare();
  const strings = new StringsReader(styles.fonts);
  await read(parts, findTarget(relations, /^sharedStrings$/) ?? 'xl/sharedStrings.bin', strings);
  const people = readPeople(parts);
  const book = new Book(losses, source.warnings, wholeSpace(source.progress));
  for (const [index, { name, hidden, id }] of list.sheets.entries()) {
    const path = relations.get(id)?.target;
    const sheet = book.begin(name, index + 1, hidden);
    if (sheet === undefined) continue;
    if (path === undefined || parts.find(path) === undefined) {
      book.lack(name);
      continue;
    }
    const reader = new BinarySheetReader(
      sheet,
      styles,
      strings.texts,
      new Values(styles, losses, name),
    );
    await read(parts, path, reader);
    reader.endRow();
    const comments = new CommentsReader();
    const notes = [...parts.relations(path).values()].find(({ kind }) => kind === 'comments');
    if (notes !== undefined && posix.extname(notes.target) === '.bin')
      await read(parts, notes.target, comments);
    addRelated(
      parts,
      path,
      sheet,
      { links: reader.links, comments: comments.comments },
      people,
      source,
    );
    book.end(sheet);
  }
  return book.tree();
}

async function read(parts: BookPackage, path: string, handler: RecordHandler): Promise<void> {
  const name = parts.find(path);
  if (name === undefined) return;
  try {
    if (!(await readRecords(parts.zip.stream(name), handler))) parts.reportDamage();
  } catch (error) {
    if (!(error instanceof DamagedError)) throw error;
    parts.reportDamage();
  }
}
