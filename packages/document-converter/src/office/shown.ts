// Dates and times of workbooks as they are shown, if that is unambiguous.
import type { WorkBook } from '@e965/xlsx';
import { type Block, type Cell, type DocumentTree, plainText, text } from '../tree.js';
import { type DateText, dateText } from './dates.js';
import { quietly } from './quiet.js';

/** Dates and times as the first engine writes them, whatever the workbook shows. */
const ISO = /^(?:\d{4}-\d\d-\d\d)?(?: ?\d\d:\d\d:\d\d)?$/;
/** The workbook is read a second time for this, so it must not be large. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Cells that only one engine may have before both agree again. */
const AHEAD = 64;
/**
 * Replaces ISO 8601 by `17-May-07` and `6:15 AM` if the workbook shows a month in letters or only the time. Dates shown in digits
 * stay ISO: `7/4/07` means two days.
 */
export async function showDates(tree: DocumentTree, bytes: Buffer): Promise<DocumentTree> {
  const cells = tree.blocks.flatMap((block) => (block.kind === 'table' ? block.rows.flat() : []));
  const dated = cells.filter((cell) => isoOf(cell) !== undefined);
  if (dated.length === 0 || bytes.length > MAX_BYTES) return tree;
  const found = await dateCells(bytes);
  const shown = new Map<Cell, string>();
  let at = 0;
  for (const cell of dated) {
    const iso = isoOf(cell);
    const match = found.slice(at, at + AHEAD).findIndex((each) => each.iso === iso);
    if (match < 0) continue;
    shown.set(cell, found[at + match]?.shown ?? '');
    at += match + 1;
  }
  return { ...tree, blocks: tree.blocks.map((block) => withShown(block, shown)) };
}

function isoOf({ blocks: [only, ...others] }: Cell): string | undefined {
  if (only?.kind !== 'paragraph' || others.length > 0) return undefined;
  const value = plainText(only.content);
  return value !== '' && ISO.test(value) ? value : undefined;
}

function withShown(block: Block, shown: Map<Cell, string>): Block {
  if (block.kind !== 'table') return block;
  return {
    ...block,
    rows: block.rows.map((row) =>
      row.map((cell) => {
        const value = shown.get(cell);
        const [only] = cell.blocks;
        if (value === undefined || only?.kind !== 'paragraph') return cell;
        const style = only.content.find((each) => each.kind === 'text')?.style ?? {};
        return { blocks: [{ kind: 'paragraph', content: [text(value, style)] }] };
      }),
    ),
  };
}

/** Returns dates and times of all sheets, row by row. */
async function dateCells(bytes: Buffer): Promise<DateText[]> {
  // Loaded only for workbooks with dates.
  const { read, SSF } = await import('@e965/xlsx');
  let workbook: WorkBook;
  try {
    workbook = quietly(() =>
      read(bytes, {
        type: 'buffer',
        dense: true,
        cellNF: true,
        cellText: false,
        cellFormula: false,
        cellHTML: false,
      }),
    );
  } catch {
    return [];
  }
  const options = { date1904: workbook.Workbook?.WBProps?.date1904 === true };
  return workbook.SheetNames.flatMap((name) => {
    const rows = workbook.Sheets[name]?.['!data'] ?? [];
    return rows.flatMap((row) =>
      (row ?? []).flatMap((cell): DateText[] => {
        if (cell?.t !== 'n' || typeof cell.v !== 'number' || typeof cell.z !== 'string') return [];
        const date = dateText(cell.v, cell.z, options, SSF);
        return date === undefined ? [] : [date];
      }),
    );
  });
}
