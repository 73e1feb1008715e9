/**
 * Whether the tests run at their whole size, as `npm test -- --whole`, `npm run prove` and `npm run faults` ask for; `npm test`
 * tries each behaviour with less of the same.
 */
export const WHOLE_SIZE = process.env['TEST_SIZE'] === 'whole';

export function sized<Size>(whole: Size, less: Size): Size {
  return WHOLE_SIZE ? whole : less;
}
