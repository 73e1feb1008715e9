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
  unchanged: 'Nothing differs.',
  linesLeftOut: (count: number) => `${count} equal lines`,
  differences: 'Differences',
  keep: 'Keep it',
};
