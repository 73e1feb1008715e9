/** Returns things so that those that one has among its tools come before it; else in their order. */
export function toolsFirst<T>(all: readonly T[], toolsOf: (one: T) => readonly T[]): T[] {
  const ordered = new Set<T>();
  const begun = new Set<T>();
  const add = (one: T): void => {
    // Two that have each other as tools stay as they are.
    if (begun.has(one)) return;
    begun.add(one);
    for (const tool of toolsOf(one)) add(tool);
    ordered.add(one);
  };
  for (const one of all) add(one);
  return [...ordered];
}
