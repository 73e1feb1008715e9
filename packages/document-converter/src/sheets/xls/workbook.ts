// Reads workbooks in formats before xlsx, and others as a fallback if their reader has refused them.
import { CFB, type CellObject, read, SSF, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { DocumentError } from '../../converted.js';
import { type Source } from '../../formats/port.js';
import { Losses, quoted } from '../../input/losses.js';
import { quietly } from '../../input/quiet.js';
import { type DocumentTree, text } from '../../tree.js';
import { Book } from '../book.js';
import { type CellContent } from '../cell.js';
import { RowBuilder } from '../grid.js';
import { Numbers } from '../numbers.js';
import { reportRunning } from '../running.js';
import { type Sheet, type Spot, spotName, wholeSpace } from '../sheet.js';
import { errorText } from '../values.js';
import { type Drawn, drawnObjects } from './objects.js';

/**
 * Maximum number of rows, since a workbook is read here as a whole and more would take too much memory; xls has 65,536
 * at most.
 */
const MAX_ROWS = 100_000;

/** Returns each sheet with the displayed values of its cells; formulas are not computed. */
export function readWorkbook(source: Source): DocumentTree {
  const workbook = parse(source.bytes);
  const losses = new Losses(source.words);
  const book = new Book(losses, source.warnings, wholeSpace(source.progress));
  const numbers = new Numbers(SSF);
  numbers.date1904 = workbook.Workbook?.WBProps?.date1904 === true;
  if (source.format === 'xls' && hasMacros(source.bytes))
    source.warnings.push('The document has macros; they were left out.');
  const drawn = source.format === 'xls' ? drawnObjects(readWorkbookStream(source.bytes)) : [];
  for (const [index, name] of workbook.SheetNames.entries()) {
    const content = workbook.Sheets[name];
    const hidden = (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) > 0;
    const sheet = book.begin(name, index + 1, hidden);
    if (sheet === undefined || content === undefined) continue;
    addRows(sheet, content, numbers, losses);
    addCells(sheet, content);
    for (const each of drawn[index] ?? []) addDrawn(sheet, each, losses);
    const whole = content['!fullref'];
    if (whole !== undefined && whole !== content['!ref'] && sheet.lastRow >= MAX_ROWS - 1)
      losses.add(
        `Rows after the ${MAX_ROWS.toLocaleString('en-US')}th were left out`,
        () => `of ${quoted(name)}`,
      );
    book.end(sheet);
  }
  return book.tree();
}

function parse(bytes: Buffer): WorkBook {
  try {
    return quietly(() =>
      read(bytes, {
        type: 'buffer',
        dense: true,
        sheetRows: MAX_ROWS,
        cellFormula: false,
        cellHTML: false,
        cellText: false,
        cellNF: true,
        // Includes the hidden rows and columns.
        cellStyles: true,
      }),
    );
  } catch (error) {
    const locked = /password|encrypt/i.test(String(error));
    throw new DocumentError(
      'unreadable',
      locked
        ? 'The document is protected by a password.'
        : 'The workbook is damaged: it cannot be read.',
    );
  }
}

function addRows(sheet: Sheet, content: WorkSheet, numbers: Numbers, losses: Losses): void {
  for (const [x, column] of (content['!cols'] ?? []).entries())
    if (column?.hidden === true) sheet.hideColumns(x, x);
  const builder = new RowBuilder();
  for (const [y, cells] of (content['!data'] ?? []).entries()) {
    for (const [x, cell] of (cells ?? []).entries()) {
      if (cell === undefined || cell === null) continue;
      const { value, hidden } = formatCell(cell, numbers);
      if (hidden)
        losses.add(
          'Values that their format hides were kept',
          () => `${spotName({ x, y })} of ${quoted(sheet.name)}`,
        );
      builder.add(x, value);
    }
    const row = builder.take(y);
    if (row !== undefined && !sheet.add(row, content['!rows']?.[y]?.hidden === true)) return;
  }
}

function formatCell(cell: CellObject, numbers: Numbers): { value: CellContent; hidden: boolean } {
  const { t, v, w, z } = cell;
  if (t === 'n' && typeof v === 'number') {
    const value = numbers.show(v, typeof z === 'string' ? z : 'General');
    return value === ''
      ? { value: numbers.show(v, 'General'), hidden: true }
      : { value, hidden: false };
  }
  if (t === 'b') return { value: v === true ? 'TRUE' : 'FALSE', hidden: false };
  if (t === 'e') return { value: w ?? errorText(Number(v)), hidden: false };
  const value = typeof v === 'string' ? v : (w ?? '');
  return { value, hidden: false };
}

/** Adds links and comments of cells. */
function addCells(sheet: Sheet, content: WorkSheet): void {
  for (const [y, cells] of (content['!data'] ?? []).entries())
    for (const [x, cell] of (cells ?? []).entries()) {
      const spot: Spot = { x, y };
      const target = cell?.l?.Target;
      if (target !== undefined && !target.startsWith('#')) sheet.link(spot, spot, target);
      for (const { a, t } of cell?.c ?? []) addComment(sheet, spot, a ?? '', String(t ?? ''));
    }
}

function addComment(sheet: Sheet, spot: Spot, author: string, said: string): void {
  const [first = '', ...rest] = said.split(/\r\n?|\n/);
  const named = first.trim() === `${author.trim()}:` && rest.length > 0;
  sheet.comment(spot, author, named ? rest : [first, ...rest]);
}

function addDrawn(sheet: Sheet, { kind, spot, texts }: Drawn, losses: Losses): void {
  const place = () => `${spotName(spot)} of ${quoted(sheet.name)}`;
  if (kind === 'picture') return losses.add('Pictures were left out', place);
  if (kind === 'header' || kind === 'footer')
    return reportRunning(
      kind === 'header' ? 'Headers' : 'Footers',
      texts.join(' '),
      sheet.name,
      losses,
    );
  const content = texts.flatMap((line, at) =>
    at === 0 ? [text(line)] : [{ kind: 'break' } as const, text(line)],
  );
  if (kind === 'chart' || content.length > 0)
    sheet.beside(spot, kind === 'chart' ? 'Chart' : 'Text', content);
}

/** Returns the records of a workbook; empty if it is not a compound file. */
function readWorkbookStream(bytes: Buffer): Buffer {
  try {
    const file = CFB.read(bytes, { type: 'buffer' });
    const found = CFB.find(file, '/Workbook') ?? CFB.find(file, '/Book');
    return Buffer.from(found?.content ?? []);
  } catch {
    return Buffer.alloc(0);
  }
}

function hasMacros(bytes: Buffer): boolean {
  return bytes.includes(Buffer.from('_VBA_PROJECT', 'utf16le'));
}
