import { counted } from './format.js';

/** Texts of components that several screens share. */
export const partTexts = {
  copy: 'Copy',
  copied: 'copied',
  selected: 'selected: press Ctrl C',
  copyAsJson: 'Copy as JSON',
  copyJson: (what: string) => `Copy as JSON: ${what}`,
  formOf: (what: string) => `Form of ${what}`,
  forms: { markdown: 'Markdown', table: 'Table', tree: 'Tree', raw: 'Raw' },
  asMarkdown: 'as Markdown',
  asText: 'as text',
  members: (count: number) => ` ${count} `,
  moreMembers: (count: number) => `${counted(count, 'more', 'more')} …`,
  moreCharacters: (count: number) => `… ${counted(count, 'more character', 'more characters')}`,
  moreRows: (count: number) =>
    `${counted(count, 'more row', 'more rows')}: copy it as JSON to have all.`,
  linkToLine: (line: number) => `Link to line ${line}`,
  spark: (count: number, failed: number) =>
    `${count} runs, the newest last, ${failed === 0 ? 'none' : failed} of them failed`,
  barsOf: (ends: string) => `The last runs: ${ends}`,
};

export const differenceTexts = { setting: 'Setting', before: 'Before', after: 'After' };
