/**
 * The texts that screens share, and those of sign-in, shell and runs. Any other screen has its own module in en/. A further language is
 * the same modules once more.
 */
import { counted } from './en/format.js';

export const texts = {
  product: 'metarun',
  titleOf: (page: string) => `${page} · metarun`,
  skipToContent: 'Skip to the content',
  navigation: 'Main',
  runs: 'Runs',
  project: 'Project',
  signedInAs: (name: string, role: string) => `${name}, ${role}`,
  signOut: 'Sign out',
  signOutEverywhere: 'Sign out everywhere',
  theme: 'Theme',
  themes: { system: 'as the system', light: 'light', dark: 'dark' },
  shortcuts: 'Keyboard',
  close: 'Close',
  tryAgain: 'Try again',
  unreachable: 'The server cannot be reached.',
  requestId: (id: string) => `Request ${id}`,
  live: 'live',
  connecting: 'connecting',
  notLive: (since: string) => `not live since ${since}`,
  newerServer: (version: string) => `The server has version ${version} now.`,
  reload: 'Reload',

  signIn: {
    title: 'Sign in',
    token: 'Access token',
    hint: 'It begins with mrt_. `metarun open` signs you in without one, and `metarun token` makes one on the server.',
    submit: 'Sign in',
    busy: 'Signing in …',
    noCookie:
      'You are signed in, but the browser has not kept it. Open the dashboard at the public address of the server.',
    ended: 'You are signed out. Sign in to go on where you are.',
  },

  noProjects: {
    title: 'No projects',
    about: 'You are a member of no project. An administrator adds you with `metarun members add`.',
  },

  notFound: {
    title: 'Not found',
    about: 'There is nothing at this address.',
    project: (slug: string) =>
      `There is no project "${slug}" for you. It may have another name, or you are no member of it.`,
    home: 'To the runs',
  },

  run: {
    status: {
      pending: 'pending',
      running: 'running',
      waiting: 'waiting',
      success: 'success',
      failed: 'failed',
      cancelled: 'cancelled',
    },
    columns: {
      status: 'Status',
      name: 'Name',
      type: 'Meta-task',
      matter: 'Phase, error or result',
      by: 'Started by',
      took: 'Took',
      created: 'Created',
    },
    filters: 'Filters',
    anyStatus: 'any status',
    nameContains: 'Name contains …',
    typeIs: 'Meta-task',
    clear: 'Clear the filters',
    since: 'Created',
    anyTime: 'at any time',
    spans: { '1h': 'in the last hour', '24h': 'in the last 24 hours', '7d': 'in the last 7 days' },
    sinceTime: (time: string) => `since ${time}`,
    rootsOnly: 'top level only',
    foldSame: 'fold the same',
    moreLikeIt: (count: number, type: string) =>
      `${counted(count, 'more', 'more')} of ${type}, the same`,
    andFilter: {
      error: (code: string) => `error ${code}`,
      until: (time: string) => `before ${time}`,
      schedule: 'of one schedule',
      parent: 'children of one run',
    },
    drop: (filter: string) => `Leave out: ${filter}`,
    by: { schedule: 'schedule', task: 'another run', key: (name: string) => `key ${name}` },
    waitsFor: (name: string) => `waits for ${name}`,
    pendingFor: {
      not_before: 'not before its time',
      retry_delay: 'pause before the next attempt',
      concurrency_limit: 'limit of its meta-task',
      queue: 'in the queue',
      no_worker: 'the installation is paused',
    },
    list: 'List of runs',
    more: 'Older runs',
    loadingMore: 'Loading …',
    newer: (count: number) => `${counted(count, 'new run', 'new runs')} ↑`,
    progress: (percent: number) => `${percent} %`,
    emptyTitle: 'No runs yet',
    emptyAbout: 'A run of a meta-task shows here as soon as it is made.',
    emptyCommand: 'metarun tasks create <meta-task> --param name=value',
    filteredTitle: 'No run matches',
    filteredAbout: (filters: string) => `Hidden by: ${filters}.`,
    unknownParameters: (names: string) => `Left out what this page does not know: ${names}.`,
  },

  help: {
    title: 'Keyboard',
    keys: [
      ['?', 'this help'],
      ['/', 'filter by name; find in a log or a timeline'],
      ['j', 'next row'],
      ['k', 'row before'],
      ['Enter', 'open the row'],
      ['o', 'open the row in a new tab'],
      ['g r', 'go to the runs'],
      ['x', 'of a run: cancel'],
      ['r', 'of a run: retry'],
      ['e', 'of a run: run it again'],
      ['p', 'of a run: copy the pull command'],
      ['l', 'of a run: its log'],
      ['t', 'of a run: its timeline'],
      ['n N', 'of a log: next line that is found, and the one before'],
      ['Esc', 'close, leave a field, or go back to the list'],
    ] as readonly (readonly [string, string])[],
  },
};
