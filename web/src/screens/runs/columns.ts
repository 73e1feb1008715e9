/** The columns that the list may have, in their order. */
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

/** Those that cannot be left out: without them a row says nothing, and leads nowhere. */
export const FIXED: ReadonlySet<Column> = new Set(['status', 'name']);
const USUAL: ReadonlySet<Column> = new Set([...FIXED, 'type', 'matter', 'by', 'took', 'created']);
const KEY = 'metarun-columns';

export function isColumn(value: unknown): value is Column {
  return COLUMNS.some((column) => column === value);
}

/** Returns the class of a cell; those of columns that only some lists have are quiet, and left out on a phone. */
export function cellClass(column: Column): string {
  return USUAL.has(column) ? `cell-${column}` : `cell-${column} cell-extra`;
}

/** Returns the columns that an address asks for; without it those that were chosen last in this browser. */
export function columnsOf(cols: string | undefined): Column[] {
  const named = new Set((cols ?? localStorage.getItem(KEY) ?? '').split(',').filter(isColumn));
  const wanted = named.size === 0 ? USUAL : named;
  return COLUMNS.filter((column) => FIXED.has(column) || wanted.has(column));
}

/** Keeps a choice for lists whose address asks for none; returns it as an address has it, undefined for the usual columns. */
export function chooseColumns(columns: readonly Column[]): string | undefined {
  const chosen = columns.join();
  const usual = COLUMNS.filter((column) => USUAL.has(column)).join();
  if (chosen === usual) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, chosen);
  return chosen === usual ? undefined : chosen;
}
