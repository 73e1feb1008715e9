/** Returns an item of a list that must have it; throws where it has not. */
export function itemAt<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`there is no item ${index}`);
  return found;
}
