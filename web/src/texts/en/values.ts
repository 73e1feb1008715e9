import { counted } from './format.js';

/** Texts for showing values and their differences. */
export const texts = {
  none: 'none',
  empty: 'empty',
  yes: 'yes',
  no: 'no',
  json: 'JSON',
  table: 'Table',
  raw: 'Raw',
  before: 'Before',
  after: 'After',
  unchanged: 'There are no differences.',
  linesLeftOut: (count: number) => counted(count, 'unchanged line', 'unchanged lines'),
  differences: 'Differences',
  keep: 'Cancel',
};
