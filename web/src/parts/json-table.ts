const MOST_COLUMNS = 12;

/**
 * Returns the columns of a list of objects, in order of first occurrence; null if the value is not such a list, or if
 * there are more than `most`.
 */
export function findColumns(value: unknown, most = MOST_COLUMNS): string[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const columns = new Set<string>();
  for (const row of value as unknown[]) {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return null;
    for (const name of Object.keys(row)) columns.add(name);
    if (columns.size > most) return null;
  }
  return columns.size === 0 ? null : [...columns];
}
