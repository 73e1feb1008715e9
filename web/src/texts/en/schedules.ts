import { counted } from './format.js';

export const texts = {
  title: 'Schedules',
  back: 'Schedules',
  list: 'List of schedules',
  loading: 'Loading schedules…',
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
    'A schedule runs a meta-task at given times: by a cron expression, at an interval, or once.',
  emptyCommand: 'metarun schedules create <meta-task> --cron "30 2 * * *"',
  more: 'Older schedules',
  state: { active: 'active', paused: 'paused', ended: 'ended' },
  pausedItself: (why: string) => `This schedule was paused automatically: ${why}`,
  lastError: (why: string, count: number) =>
    `${counted(count, 'tick', 'ticks')} started no run: ${why}`,
  skipped: (count: number, why: string | null) =>
    `${counted(count, 'tick', 'ticks')} without a run${why === null ? '' : `; last reason: ${why}`}`,
  every: (seconds: number) => `every ${spell(seconds)}`,
  once: (time: string) => `once, ${time}`,
  inZone: (zone: string) => `in ${zone}`,
  noNext: 'none',
  pause: 'Pause',
  resume: 'Resume',
  runNow: 'Run now',
  remove: 'Delete',
  of: (action: string, name: string) => `${action}: ${name}`,
  removeAbout: 'Runs of this schedule are kept. This cannot be undone.',
  gone: (id: string) => `There is no schedule ${id} in this project. It may have been deleted.`,

  nextTicks: 'Next ticks',
  noTicks: 'There are no upcoming ticks.',
  here: (time: string) => `local time: ${time}`,
  clocksChange: {
    forward:
      'Clocks go forward before this tick. A daily tick at a time that is skipped runs at the end of the gap.',
    back: 'Clocks go back before this tick. A daily tick in the hour that is repeated runs only once, the first time.',
  },
  lastRuns: 'Last runs',
  noRuns: 'This schedule has no runs yet.',
  params: 'Params',
  madeBy: 'Created by',
  missed: 'Missed ticks',
  overlap: 'If a run is still in progress',

  views: { list: 'List', day: 'Next 24 hours', week: 'Next 7 days' },
  viewsLabel: 'View',
  calendar: {
    region: 'Calendar',
    picture: (schedules: number, most: number) =>
      `${counted(schedules, 'schedule', 'schedules')} with ticks, at most ${most} at the same time`,
    none: 'There are no ticks in this period.',
    knownUntil: (time: string) =>
      `There are too many ticks to show all of them. Ticks until ${time} are shown.`,
    clocksChange: (time: string) =>
      `Clocks change at ${time}. Cron schedules follow the clock of their own time zone.`,
    piles: 'Simultaneous ticks',
    noPiles: 'No ticks occur at the same time.',
    within: (minutes: number) => `(${counted(minutes, 'minute', 'minutes')}):`,
    together: (count: number) => counted(count, 'schedule', 'schedules'),
    asTable: 'As a table',
    ticks: 'Ticks',
    first: 'First',
    last: 'Last',
    count: (count: number, goesOn: boolean) => (goesOn ? `more than ${count}` : `${count}`),
    goesOn: 'continues',
    more: (count: number) => `${counted(count, 'more schedule', 'more schedules')}: see the table.`,
    hour: (at: Date) => CLOCK.format(at),
    day: (at: Date) => DAY.format(at),
  },

  form: {
    mayNot: 'This requires the role author in the project. A project administrator can grant it.',
    titleNew: 'New schedule',
    titleChange: 'Edit schedule',
    name: 'Name',
    type: 'Meta-task',
    typeNote:
      'Identifier of the meta-task. Each run uses the version that is current when it starts.',
    when: 'When',
    kinds: { cron: 'Cron', every: 'Interval', at: 'Once' },
    cron: 'Cron expression',
    cronNote:
      'Minute, hour, day of month, month, day of week; or @hourly, @daily, @weekly, @monthly, @yearly.',
    every: 'Interval in seconds',
    at: 'Time',
    zone: 'Time zone',
    missedOptions: {
      skip: 'start no runs',
      one: 'start one run',
      all: 'start one run for each missed tick',
    },
    overlapOptions: {
      skip: 'skip the tick',
      allow: 'start another run',
      cancel_running: 'cancel it and start another run',
    },
    taskName: 'Run name',
    taskNameNote: 'May contain {schedule}, {date}, {time} and {offset}.',
    paused: 'Start paused',
    create: 'Create schedule',
    busy: 'Saving…',
    noSuchType: 'There is no meta-task with this identifier, so the params are entered as JSON.',
    chooseType: 'Choose a meta-task to enter its params.',
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
