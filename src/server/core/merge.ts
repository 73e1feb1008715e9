/** All that any member of a union has. */
export type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** Returns the entries of all `tables`. Throws where two have the same key: features must not take each other's. */
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
