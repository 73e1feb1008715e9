import type { RunsRow } from './folded.js';

/** The runs of a list that were selected, and the row from which a range begins. */
export interface Selection {
  ids: ReadonlySet<string>;
  anchor: string | null;
}

export const NOTHING: Selection = { ids: new Set(), anchor: null };

/** Returns the ids of the runs that a row stands for. */
export function idsOf(row: RunsRow): string[] {
  return row.kind === 'run' ? [row.task.id] : row.tasks.map(({ id }) => id);
}

/** Returns how many of the runs of a row are selected. */
export function partOf({ ids }: Selection, row: RunsRow): 'all' | 'some' | 'none' {
  const own = idsOf(row);
  const count = own.filter((id) => ids.has(id)).length;
  if (count === 0) return 'none';
  return count === own.length ? 'all' : 'some';
}

/** Returns a selection with a row, or without it where it has all of its runs. A range begins there. */
export function toggled(selection: Selection, row: RunsRow): Selection {
  const ids = new Set(selection.ids);
  const has = partOf(selection, row) === 'all';
  for (const id of idsOf(row))
    if (has) ids.delete(id);
    else ids.add(id);
  return { ids, anchor: row.key };
}

/** Returns a selection with all rows from where the range begins to this one; with this one where none begins. */
export function extended(selection: Selection, rows: readonly RunsRow[], to: RunsRow): Selection {
  const end = rows.findIndex(({ key }) => key === to.key);
  const begin = rows.findIndex(({ key }) => key === selection.anchor);
  const from = begin === -1 ? end : begin;
  const between = rows.slice(Math.min(from, end), Math.max(from, end) + 1);
  return {
    ids: new Set([...selection.ids, ...between.flatMap(idsOf)]),
    anchor: begin === -1 ? to.key : selection.anchor,
  };
}

/** Returns a selection of all rows, or of none where all of them are selected. */
export function allOrNone(selection: Selection, rows: readonly RunsRow[]): Selection {
  const all = rows.flatMap(idsOf);
  return all.every((id) => selection.ids.has(id)) ? NOTHING : { ids: new Set(all), anchor: null };
}
