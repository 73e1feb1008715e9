/** Intersection of all members of a union. */
export type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/**
 * Returns the entries of all `tables`. Throws if two have the same key, since features must not override each other.
 */
export function merge<T>(
  what: string,
  tables: readonly Readonly<Record<string, T>>[],
): Record<string, T> {
  const all = new Map<string, T>();
  for (const [key, value] of tables.flatMap((table) => Object.entries(table))) {
    if (all.has(key)) throw new Error(`the ${what} ${key} is declared twice`);
    all.set(key, value);
  }
  return Object.fromEntries(all);
}
