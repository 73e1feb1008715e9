/** Every text of the dashboard. A further language is a module of the same shape. */
/** `navigator.language` can be no valid tag. */
function locale(): string {
  try {
    return Intl.getCanonicalLocales(navigator.language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

const plural = new Intl.PluralRules('en');
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const exact = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'medium' });
const whole = new Intl.NumberFormat('en');

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

function counted(count: number, one: string, other: string): string {
  return `${whole.format(count)} ${plural.select(count) === 'one' ? one : other}`;
}

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
      ['Esc', 'close, or leave a field'],
    ] as readonly (readonly [string, string])[],
  },

  /** "2 min. ago", of times in ms since the epoch. */
  ago(time: number, now: number): string {
    const seconds = Math.round((time - now) / 1000);
    const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS[3];
    return relative.format(Math.trunc(seconds / size), unit);
  },
  exactTime: (time: number) => exact.format(time),
  /** "3.2 s". */
  duration(ms: number): string {
    if (ms < 1_000) return `${Math.round(ms)} ms`;
    if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
    const minutes = Math.floor(ms / 60_000);
    if (minutes < 60) return `${minutes} min ${Math.floor((ms % 60_000) / 1_000)} s`;
    return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  },
};
