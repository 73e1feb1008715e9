/** `npm run faults` asks for the whole size; `npm test` does with less of the same. */
export const WHOLE_SIZE = process.env['STORM_KILLS'] !== undefined;

export function sized(whole: number, less: number): number {
  return WHOLE_SIZE ? whole : less;
}
