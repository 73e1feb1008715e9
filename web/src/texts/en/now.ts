import { counted, duration, number } from './format.js';

/** Number at which the server stops counting the unfinished tasks of a status. */
const MOST_COUNTED = 10_000;
/** Number at which the server stops counting the failures of a meta-task. */
const MOST_FAILURES = 1_000;

export const texts = {
  title: 'Now',
  about: 'what needs you, and whether the rest is well',
  loading: 'What goes on is read.',
  figures: 'Figures',
  running: 'Running',
  runningOf: (count: number, used: number, of: number) =>
    `${unfinished(count)} · ${used} of ${of} slots in use`,
  pending: 'Waiting to start',
  pendingOldest: (count: number, oldest: number | null) =>
    oldest === null ? unfinished(count) : `${unfinished(count)} · oldest ${duration(oldest)}`,
  waiting: 'Waiting for people, time, events',
  unfinished: (count: number) => unfinished(count),
  lastDay: 'Made in 24 h',
  made: (count: number) => number(count),
  failedShare: (percent: number) => `${percent.toFixed(percent < 10 ? 1 : 0)} % failed`,
  startedWithin: 'Started within, p95',
  took: 'Took, p50 · p95',
  none: '–',
  copyCommand: 'Copy',

  failing: {
    title: 'Failing',
    aside: 'the last run failed · 7 days',
    list: 'Meta-tasks that fail',
    times: (count: number) =>
      `${counted(count, 'time', 'times')}${count < MOST_FAILURES ? '' : ' or more'}`,
    since: (version: number) => `since v${version}`,
    all: (times: string, type: string) => `${times}: all failed runs of ${type}`,
  },
  slow: {
    title: 'Slow or stuck',
    list: 'Runs that are slow or stuck',
    longer: (phase: string) => `${phase} takes longer than usual`,
    longerPhase: 'takes longer than usual',
    timeline: 'timeline',
    timelineOf: (name: string) => `timeline of ${name}`,
    waits: (ms: number) => `for ${duration(ms)}`,
  },
  schedules: {
    title: 'Schedules',
    aside: 'next 12 h',
    list: 'Schedules that tick soon',
    paused: (why: string) => `paused: ${why}`,
    noRun: (count: number, why: string | null) =>
      `${counted(count, 'tick', 'ticks')} without a run${why === null ? '' : `: ${why}`}`,
    failedInARow: (count: number) => `failed ${counted(count, 'time', 'times')} in a row`,
    noNext: 'paused',
  },
  decisions: {
    title: 'Your decision',
    list: 'Approvals that wait',
    look: 'Look',
    lookAt: (prompt: string) => `Look: ${prompt}`,
    asked: 'asked',
    left: (time: string) => `${time} left`,
    over: 'its time is over',
    more: (count: number) => `${number(count)} more`,
  },
  webhooks: {
    title: 'Webhooks',
    failing: (count: number) =>
      `The last delivery of ${counted(count, 'webhook', 'webhooks')} failed. It is tried again.`,
    disabled: (count: number) =>
      `The server has disabled ${counted(count, 'webhook', 'webhooks')}, since no delivery arrived any more.`,
    all: 'To the webhooks',
  },
  well: {
    title: 'All is well',
    about: 'Nothing fails, nothing is stuck, and no decision is due.',
    lastRuns: 'Last runs',
    all: 'All runs',
  },
  first: {
    title: 'The first three steps',
    about: 'Nothing has run here yet.',
    steps: {
      metaTask: 'Deploy a meta-task',
      metaTaskAbout: 'A template is a script that works, with tests. It becomes yours.',
      metaTaskCommands:
        'npx metarun new greeter --template hello --language python\nnpx metarun deploy greeter',
      run: 'Run it',
      runAbout: 'From the form of the meta-task, or by a command.',
      runCommands: 'npx metarun tasks create greeter --param names=\'["Ada"]\' --wait',
      key: 'Make a key for your program',
      keyAbout: 'A program runs meta-tasks by the API, with a key that may do that alone.',
      keyCommands: 'npx metarun api-keys create shop --scopes tasks:read tasks:write',
    },
    done: 'done',
    toMetaTasks: 'Meta-tasks',
    toKeys: 'API keys',
  },
};

function unfinished(count: number): string {
  return count < MOST_COUNTED ? number(count) : `${number(MOST_COUNTED)} or more`;
}
