/**
 * True where the tests run at their whole size, as `npm run test:all -- --whole` and its parts `prove` and `faults` ask for; the other
 * runs try each behaviour with less of the same.
 */
export const WHOLE_SIZE = process.env['TEST_SIZE'] === 'whole';

/** True in `npm test`. */
export const inGate = process.env['TEST_SUITE'] === 'gate';

export function sized<Size>(whole: Size, less: Size): Size {
  return WHOLE_SIZE ? whole : less;
}

/** Returns the entries of one kind that are tried: the first alone in the gate. */
export function ofOneKind<Entry>(entries: readonly Entry[]): readonly Entry[] {
  return inGate ? entries.slice(0, 1) : entries;
}
