import { counted, duration, number } from './format.js';

/** Number at which the server stops counting the unfinished tasks of a status. */
const MOST_COUNTED = 10_000;
/** Number at which the server stops counting the failures of a meta-task. */
const MOST_FAILURES = 1_000;

export const texts = {
  title: 'Now',
  about: 'what needs your attention',
  loading: 'Loading the overview…',
  figures: 'Figures',
  running: 'Running',
  runningOf: (count: number, used: number, of: number) =>
    `${unfinished(count)} · ${used} of ${of} slots in use`,
  pending: 'Waiting to start',
  pendingOldest: (count: number, oldest: number | null) =>
    oldest === null ? unfinished(count) : `${unfinished(count)} · oldest ${duration(oldest)}`,
  waiting: 'Waiting for people, time or events',
  unfinished: (count: number) => unfinished(count),
  lastDay: 'Created in 24 h',
  made: (count: number) => number(count),
  failedShare: (percent: number) => `${percent.toFixed(percent < 10 ? 1 : 0)}% failed`,
  startedWithin: 'Time to start, p95',
  took: 'Duration, p50 · p95',
  none: '–',
  copyCommand: 'Copy',

  failing: {
    title: 'Failing',
    aside: 'the last run failed · 7 days',
    list: 'Failing meta-tasks',
    times: (count: number) =>
      `${counted(count, 'time', 'times')}${count < MOST_FAILURES ? '' : ' or more'}`,
    since: (version: number) => `since v${version}`,
    all: (times: string, type: string) => `${times}: all failed runs of ${type}`,
  },
  slow: {
    title: 'Slow or stuck',
    list: 'Slow or stuck runs',
    longer: (phase: string) => `${phase} is taking longer than usual`,
    longerPhase: 'is taking longer than usual',
    timeline: 'timeline',
    timelineOf: (name: string) => `timeline of ${name}`,
    waits: (ms: number) => `for ${duration(ms)}`,
  },
  schedules: {
    title: 'Schedules',
    aside: 'next 12 h',
    list: 'Upcoming schedules',
    paused: (why: string) => `paused: ${why}`,
    noRun: (count: number, why: string | null) =>
      `${counted(count, 'tick', 'ticks')} without a run${why === null ? '' : `: ${why}`}`,
    failedInARow: (count: number) => `failed ${counted(count, 'time', 'times')} in a row`,
    noNext: 'paused',
  },
  decisions: {
    title: 'Your decisions',
    list: 'Pending approvals',
    look: 'Review',
    lookAt: (prompt: string) => `Review: ${prompt}`,
    asked: 'asked',
    left: (time: string) => `${time} left`,
    over: 'expired',
    more: (count: number) => `${number(count)} more`,
  },
  webhooks: {
    title: 'Webhooks',
    failing: (count: number) =>
      `The last delivery of ${counted(count, 'webhook', 'webhooks')} failed and will be retried.`,
    disabled: (count: number) =>
      `The server has disabled ${counted(count, 'webhook', 'webhooks')} after repeated failed deliveries.`,
    all: 'Go to webhooks',
  },
  well: {
    title: 'All is well',
    about: 'No meta-task is failing, no run is stuck, and no decision is pending.',
    lastRuns: 'Last runs',
    all: 'All runs',
  },
  first: {
    title: 'Get started in three steps',
    about: 'This project has no runs yet.',
    steps: {
      metaTask: 'Deploy a meta-task',
      metaTaskAbout: 'Start from a template: a working script with tests.',
      metaTaskCommands:
        'npx metarun new greeter --template hello --language python\nnpx metarun deploy greeter',
      run: 'Run it',
      runAbout: 'Use the form of the meta-task, or the command line.',
      runCommands: 'npx metarun tasks create greeter --param names=\'["Ada"]\' --wait',
      key: 'Create an API key for your program',
      keyAbout:
        'Your program starts runs through the API, with a key that is limited to that purpose.',
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
