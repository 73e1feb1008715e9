import { counted, number } from './format.js';

export const logTexts = {
  label: 'Log',
  level: 'Least level',
  levels: { debug: 'all', info: 'info', warning: 'warnings', error: 'errors' },
  levelWith: (name: string, count: number | null) =>
    count === null ? name : `${name} · ${number(count)}`,
  search: 'Find in the log',
  found: (at: number, count: number, complete: boolean) =>
    count === 0
      ? `not found${complete ? '' : ' so far'}`
      : `${at === 0 ? '' : `${number(at)} of `}${number(count)}${complete ? '' : ' so far'}`,
  previous: 'The one before',
  next: 'The next one',
  wrap: 'Wrap',
  clock: 'Times',
  clocks: { clock: 'clock', since: 'since the start', off: 'off' },
  download: 'Download',
  goTo: 'Go to time…',
  time: 'Time',
  timeNote: 'In the time zone of this browser. The first line at that time or after it is shown.',
  go: 'Go',
  noTime: 'This is not a time.',
  copySelected: (count: number) => `Copy ${counted(count, 'line', 'lines')}`,
  attempt: (attempt: number) => `attempt ${attempt}`,
  ofAttempt: (attempt: number) => `Only attempt ${attempt}`,
  allAttempts: 'Show all',
  linkTo: (line: number) => `Link to line ${line}`,
  newer: (count: number) => `${counted(count, 'new line', 'new lines')} ↓`,
  summary: (count: number, complete: boolean) =>
    `${counted(count, 'line', 'lines')}${complete ? '' : ' are read so far; older ones come as you scroll up'}`,
  loading: 'Reading older lines',
  none: 'No lines yet.',
  noneEver: 'It has written no lines.',
  noneOfLevel: (level: string) => `No line is of the level ${level} or above.`,
  allLevels: 'Show all levels',
};
