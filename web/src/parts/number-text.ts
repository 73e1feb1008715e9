/** Below what any number of a setting may be. */
const REFUSED = -1;

/** Returns the number that a field holds; null where it is empty. What is no number is one that the server refuses. */
export function numberOf(text: string): number | null {
  if (text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : REFUSED;
}

export function numberText(value: number | null): string {
  return value === null ? '' : String(value);
}
