/**
 * True if the tests run at their whole size, as in `npm run test:all -- --whole`, `prove` and `faults`. Other runs try
 * each behaviour with fewer cases.
 */
export const WHOLE_SIZE = process.env['TEST_SIZE'] === 'whole';

/** True in `npm test`. */
export const inGate = process.env['TEST_SUITE'] === 'gate';

export function sized<Size>(whole: Size, less: Size): Size {
  return WHOLE_SIZE ? whole : less;
}

/** Returns the entries to try: in the gate only the first, else all. */
export function ofOneKind<Entry>(entries: readonly Entry[]): readonly Entry[] {
  return inGate ? entries.slice(0, 1) : entries;
}
