import type { RunsRow } from './folded.js';

/** Selected runs of a list, and the key of the row where a range starts. */
export interface Selection {
  ids: ReadonlySet<string>;
  anchor: string | null;
}

export const NOTHING: Selection = { ids: new Set(), anchor: null };

/** Returns the ids of the runs in a row. */
export function listRunIds(row: RunsRow): string[] {
  return row.kind === 'run' ? [row.task.id] : row.tasks.map(({ id }) => id);
}

/** Returns whether all, some or none of the runs in a row are selected. */
export function computeRowSelection({ ids }: Selection, row: RunsRow): 'all' | 'some' | 'none' {
  const own = listRunIds(row);
  const count = own.filter((id) => ids.has(id)).length;
  if (count === 0) return 'none';
  return count === own.length ? 'all' : 'some';
}

/**
 * Adds the runs of a row to a selection, or removes them if all are selected. The row becomes the start of the next
 * range.
 */
export function toggled(selection: Selection, row: RunsRow): Selection {
  const ids = new Set(selection.ids);
  const has = computeRowSelection(selection, row) === 'all';
  for (const id of listRunIds(row))
    if (has) ids.delete(id);
    else ids.add(id);
  return { ids, anchor: row.key };
}

/**
 * Adds all rows between the start of the range and the given row to a selection. Without a start, adds only that row.
 */
export function extended(selection: Selection, rows: readonly RunsRow[], to: RunsRow): Selection {
  const end = rows.findIndex(({ key }) => key === to.key);
  const begin = rows.findIndex(({ key }) => key === selection.anchor);
  const from = begin === -1 ? end : begin;
  const between = rows.slice(Math.min(from, end), Math.max(from, end) + 1);
  return {
    ids: new Set([...selection.ids, ...between.flatMap(listRunIds)]),
    anchor: begin === -1 ? to.key : selection.anchor,
  };
}

/** Selects all rows, or none if all of them are selected. */
export function allOrNone(selection: Selection, rows: readonly RunsRow[]): Selection {
  const all = rows.flatMap(listRunIds);
  return all.every((id) => selection.ids.has(id)) ? NOTHING : { ids: new Set(all), anchor: null };
}
