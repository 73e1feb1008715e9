import { counted } from './format.js';

/** Texts of components that several screens share. */
export const partTexts = {
  copy: 'Copy',
  copied: 'copied',
  selected: 'selected: press Ctrl+C',
  copyAsJson: 'Copy as JSON',
  copyJson: (what: string) => `Copy as JSON: ${what}`,
  formOf: (what: string) => `Format of ${what}`,
  forms: { markdown: 'Markdown', table: 'Table', tree: 'Tree', raw: 'Raw' },
  asMarkdown: 'as Markdown',
  asText: 'as text',
  members: (count: number) => ` ${count} `,
  moreMembers: (count: number) => `${counted(count, 'more', 'more')}…`,
  moreCharacters: (count: number) => `… ${counted(count, 'more character', 'more characters')}`,
  moreRows: (count: number) =>
    `${counted(count, 'more row', 'more rows')}. Copy as JSON to get all rows.`,
  linkToLine: (line: number) => `Link to line ${line}`,
  spark: (count: number, failed: number) =>
    `${counted(count, 'run', 'runs')}, oldest first, ${failed === 0 ? 'none' : failed} failed`,
  barsOf: (ends: string) => `Recent runs: ${ends}`,
};

export const differenceTexts = { setting: 'Setting', before: 'Before', after: 'After' };
