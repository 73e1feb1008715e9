/** The texts of values that have none of their own, and of the ways to show them. */
export const texts = {
  none: 'none',
  empty: 'empty',
  yes: 'yes',
  no: 'no',
  json: 'JSON',
  table: 'Table',
  preview: 'Preview',
  raw: 'Raw',
  before: 'Before',
  after: 'After',
  unchanged: 'Nothing differs.',
  linesLeftOut: (count: number) => `${count} equal lines`,
  copy: 'Copy',
  copied: 'Copied',
  differences: 'Differences',
  keep: 'Keep it',
};
