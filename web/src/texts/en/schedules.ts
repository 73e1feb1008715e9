import { counted } from './format.js';

export const texts = {
  title: 'Schedules',
  back: 'Schedules',
  list: 'List of schedules',
  loading: 'Schedules are read.',
  create: 'New schedule',
  columns: {
    name: 'Name',
    type: 'Meta-task',
    when: 'When',
    next: 'Next',
    state: 'State',
    actions: 'Actions',
  },
  emptyTitle: 'No schedules yet',
  emptyAbout:
    'A schedule runs a meta-task at given times: by a line of cron, at an interval, or once.',
  emptyCommand: 'metarun schedules create <meta-task> --cron "30 2 * * *"',
  more: 'Older schedules',
  state: { active: 'active', paused: 'paused', ended: 'ended' },
  pausedItself: (why: string) => `It has paused itself: ${why}`,
  lastError: (why: string, count: number) =>
    `${counted(count, 'tick has', 'ticks have')} made no run: ${why}`,
  skipped: (count: number, why: string | null) =>
    `${counted(count, 'tick', 'ticks')} without a run${why === null ? '' : `, the last by "${why}"`}`,
  every: (seconds: number) => `every ${spell(seconds)}`,
  once: (time: string) => `once, ${time}`,
  inZone: (zone: string) => `in ${zone}`,
  noNext: 'none',
  pause: 'Pause',
  resume: 'Resume',
  runNow: 'Run now',
  remove: 'Delete',
  of: (action: string, name: string) => `${action}: ${name}`,
  removeAbout: 'Its runs stay. It cannot be brought back.',
  gone: (id: string) => `There is no schedule ${id} in this project. It may have been deleted.`,

  nextTicks: 'Next ticks',
  noTicks: 'No tick is to come.',
  here: (time: string) => `here ${time}`,
  clocksChange: {
    forward:
      'The clocks go forward before this tick: times between do not exist, and a daily tick at one of them comes at the end of the gap.',
    back: 'The clocks go back before this tick: an hour comes twice, and a daily tick in it comes once, the first time.',
  },
  lastRuns: 'Last runs',
  noRuns: 'It has made no run yet.',
  params: 'Params',
  madeBy: 'Made by',
  missed: 'Missed ticks',
  overlap: 'While a run goes on',

  views: { list: 'List', day: 'Next 24 hours', week: 'Next 7 days' },
  viewsLabel: 'List or calendar',
  calendar: {
    region: 'Calendar',
    picture: (schedules: number, most: number) =>
      `${counted(schedules, 'schedule ticks', 'schedules tick')}, at most ${most} at the same time`,
    none: 'No schedule ticks in this time.',
    knownUntil: (time: string) => `There are too many ticks to show them all: those up to ${time}.`,
    clocksChange: (time: string) =>
      `The clocks change here at ${time}. A tick by cron follows the clock of its own time zone.`,
    piles: 'Together',
    noPiles: 'No two schedules tick at the same time.',
    within: (minutes: number) => `(${counted(minutes, 'minute', 'minutes')}):`,
    together: (count: number) => counted(count, 'schedule', 'schedules'),
    asTable: 'As a table',
    ticks: 'Ticks',
    first: 'First',
    last: 'Last',
    count: (count: number, goesOn: boolean) => (goesOn ? `more than ${count}` : `${count}`),
    goesOn: 'goes on',
    more: (count: number) =>
      `${counted(count, 'further schedule', 'further schedules')}: see the table.`,
    hour: (at: Date) => CLOCK.format(at),
    day: (at: Date) => DAY.format(at),
  },

  form: {
    mayNot: 'This needs the role author in the project. An administrator of the project gives it.',
    titleNew: 'New schedule',
    titleChange: 'Change it',
    name: 'Name',
    type: 'Meta-task',
    typeNote: 'Its identifier. Each run gets the version that is current then.',
    when: 'When',
    kinds: { cron: 'By cron', every: 'At an interval', at: 'Once' },
    cron: 'Cron expression',
    cronNote:
      'Minute, hour, day of the month, month, day of the week; or @hourly, @daily, @weekly, @monthly, @yearly.',
    every: 'Seconds from one tick to the next',
    at: 'Time',
    zone: 'Time zone',
    missedOptions: {
      skip: 'no run for a tick that was missed',
      one: 'one run for all that were missed',
      all: 'a run for each that was missed',
    },
    overlapOptions: {
      skip: 'no further run',
      allow: 'a further run',
      cancel_running: 'cancel it, and start a further run',
    },
    taskName: 'Name of the runs',
    taskNameNote: '{schedule}, {date}, {time} and {offset} are filled in.',
    paused: 'Begin paused',
    create: 'Create',
    busy: 'Sending …',
    noSuchType: 'There is no such meta-task: its params are given as JSON.',
    chooseType: 'Choose a meta-task to give its params.',
  },
};

const CLOCK = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const DAY = new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric', month: 'short' });

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Formats a duration in the largest unit that needs no fraction, such as "90 seconds" or "2 hours". */
function spell(seconds: number): string {
  const [unit, size] = UNITS.find(([, length]) => seconds % length === 0) ?? UNITS[3];
  return counted(seconds / size, unit, `${unit}s`);
}
