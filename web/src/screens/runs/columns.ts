import { readStored, writeStored } from '../../parts/browser-storage.js';

/** Available columns of the list, in display order. */
export const COLUMNS = [
  'status',
  'name',
  'type',
  'matter',
  'by',
  'attempt',
  'priority',
  'cpu',
  'memory',
  'waited',
  'took',
  'created',
  'finished',
  'id',
] as const;
export type Column = (typeof COLUMNS)[number];

/** Columns that cannot be hidden: they identify the run and link to it. */
export const FIXED: ReadonlySet<Column> = new Set(['status', 'name']);
const USUAL: ReadonlySet<Column> = new Set([...FIXED, 'type', 'matter', 'by', 'took', 'created']);
const KEY = 'metarun-columns';

export function isColumn(value: unknown): value is Column {
  return COLUMNS.some((column) => column === value);
}

/** Returns the class of a cell. Columns that are hidden by default are subdued, and left out on a phone. */
export function cellClass(column: Column): string {
  return USUAL.has(column) ? `cell-${column}` : `cell-${column} cell-extra`;
}

/** Returns the columns that the address names, or else those last chosen in this browser. */
export function resolveColumns(cols: string | undefined): Column[] {
  const named = new Set((cols ?? readStored(KEY) ?? '').split(',').filter(isColumn));
  const wanted = named.size === 0 ? USUAL : named;
  return COLUMNS.filter((column) => FIXED.has(column) || wanted.has(column));
}

/**
 * Stores the columns as the default of this browser. Returns them as a search parameter; undefined for the usual
 * columns.
 */
export function chooseColumns(columns: readonly Column[]): string | undefined {
  const chosen = columns.join();
  const usual = COLUMNS.filter((column) => USUAL.has(column)).join();
  writeStored(KEY, chosen === usual ? null : chosen);
  return chosen === usual ? undefined : chosen;
}
