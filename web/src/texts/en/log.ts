import { counted, number } from './format.js';

export const logTexts = {
  label: 'Log',
  level: 'Minimum level',
  levels: { debug: 'all', info: 'info', warning: 'warnings', error: 'errors' },
  levelWith: (name: string, count: number | null) =>
    count === null ? name : `${name} · ${number(count)}`,
  search: 'Find in the log',
  found: (at: number, count: number, complete: boolean) =>
    count === 0
      ? `no matches${complete ? '' : ' so far'}`
      : `${at === 0 ? '' : `${number(at)} of `}${number(count)}${complete ? '' : ' so far'}`,
  previous: 'Previous match',
  next: 'Next match',
  wrap: 'Wrap',
  clock: 'Timestamps',
  clocks: { clock: 'time of day', since: 'since start', off: 'off' },
  download: 'Download',
  goTo: 'Go to time…',
  time: 'Time',
  timeNote:
    'In the time zone of this browser. The log opens at the first line at or after that time.',
  go: 'Go',
  noTime: 'This is not a valid time.',
  copySelected: (count: number) => `Copy ${counted(count, 'line', 'lines')}`,
  attempt: (attempt: number) => `attempt ${attempt}`,
  ofAttempt: (attempt: number) => `Only attempt ${attempt}`,
  allAttempts: 'Show all',
  linkTo: (line: number) => `Link to line ${line}`,
  newer: (count: number) => `${counted(count, 'new line', 'new lines')} ↓`,
  summary: (count: number, complete: boolean) =>
    `${counted(count, 'line', 'lines')}${complete ? '' : ' loaded so far; scroll up for older lines'}`,
  loading: 'Loading older lines…',
  none: 'No lines yet.',
  noneEver: 'This run wrote no lines.',
  noneOfLevel: (level: string) => `There are no lines of level ${level} or above.`,
  allLevels: 'Show all levels',
};
