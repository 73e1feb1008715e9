/** Sorts items so that the tools of one come before it; otherwise keeps their order. */
export function toolsFirst<T>(all: readonly T[], toolsOf: (one: T) => readonly T[]): T[] {
  const ordered = new Set<T>();
  const begun = new Set<T>();
  const add = (one: T): void => {
    // Two items that are tools of each other keep their order.
    if (begun.has(one)) return;
    begun.add(one);
    for (const tool of toolsOf(one)) add(tool);
    ordered.add(one);
  };
  for (const one of all) add(one);
  return [...ordered];
}
