/** Lower than the minimum of every numeric setting. */
const REFUSED = -1;

/**
 * Returns the number in a field; null if the field is empty. Invalid input becomes a number that the server refuses.
 */
export function parseNumberField(text: string): number | null {
  if (text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : REFUSED;
}

export function numberText(value: number | null): string {
  return value === null ? '' : String(value);
}
