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
  approvals: 'Approvals',
  metaTasks: 'Meta-tasks',
  schedules: 'Schedules',
  settings: 'Settings',
  more: 'More',
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
      matter: 'Phase or error',
      took: 'Took',
      created: 'Created',
    },
    filters: 'Filters',
    anyStatus: 'any status',
    nameContains: 'Name contains …',
    typeIs: 'Meta-task',
    clear: 'Clear the filters',
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
      ['/', 'filter by name'],
      ['g r', 'go to the runs'],
      ['g a', 'go to the approvals'],
      ['g m', 'go to the meta-tasks'],
      ['g s', 'go to the schedules'],
      ['g e', 'go to the settings'],
      ['Esc', 'close, or leave a field'],
    ] as readonly (readonly [string, string])[],
  },
};
