import { counted, number } from './format.js';

const runs = (count: number): string => counted(count, 'run', 'runs');

/** Texts that only the list of runs uses. */
export const listTexts = {
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all that are loaded',
  selection: {
    label: 'What is selected',
    count: (count: number) => `${number(count)} selected`,
    all: 'all that match',
    counting: 'counting …',
    allOf: (count: number) => `all ${number(count)} that match`,
    tooMany: (most: number) => `more than ${number(most)} match: narrow the list`,
    or: 'or',
    cancel: 'Cancel…',
    retry: 'Retry…',
    rerun: 'Run again…',
    export: 'Export…',
    clear: 'Clear',
  },

  time: {
    label: 'Created',
    between: 'between two times …',
    from: 'From',
    to: 'To',
  },
  by: {
    label: 'Started by',
    anyone: 'by anyone',
    me: 'by me',
    other: (name: string) => `by ${name}`,
    kinds: {
      user: (name: string) => name,
      api_key: (name: string) => `key ${name}`,
      schedule: (name: string) => `schedule ${name}`,
      task: (name: string) => `run ${name}`,
    },
  },
  version: 'Version',
  order: { label: 'Order', created: 'by creation', finished: 'by end' },
  slow: 'slow ones only',
  stale: 'results that cite what files no longer say',
  drafts: {
    only: 'drafts',
    about:
      'Drafts are runs of versions that are not saved. They go a day after their end, and count nowhere.',
    remove: 'Delete my drafts',
    removeAbout:
      'Those of yours that have ended go now, with their logs and results. Those that still run stay.',
    removed: (count: number) => `${counted(count, 'draft is', 'drafts are')} deleted.`,
  },

  histogram: {
    title: 'Runs by time',
    label: 'Runs by time; drag over a part to narrow the list to it',
    sum: (total: number, failed: number, of: string) =>
      `${runs(total)} ${of}, ${number(failed)} failed`,
    spans: {
      day: 'in the last 24 hours',
      range: 'in this time',
    },
    drag: 'drag to narrow',
    withChildren: 'children count too',
    ofType: (type: string) => `of ${type}`,
    incomplete: (from: string) => `There are too many tasks before ${from} to count.`,
    tooLong: 'Figures cover at most 31 days. Choose a shorter time.',
    table: 'As a table',
    caption: 'Runs by the time of their creation and the status that they have now',
    from: 'From',
    narrow: (from: string) => `Only from ${from}`,
    loading: 'The runs are counted.',
  },
  chips: {
    label: 'Status',
    one: (status: string, count: number | null) =>
      count === null ? status : `${status} ${number(count)}`,
  },

  columns: { label: 'Columns' },

  views: {
    label: 'Views',
    names: {
      all: 'All',
      failed: 'Failed in 24 h',
      waiting: 'Waiting',
      underWay: 'Under way',
      slow: 'Slow',
      stale: 'Stale results',
      drafts: 'Drafts',
      mine: 'Mine',
    },
    save: 'Save view…',
    title: 'Save this view',
    about:
      'It keeps the filters, the order and the columns in this browser. Send its address to share it.',
    name: 'Name',
    keep: 'Save',
    taken: 'There is a view of this name: it is replaced.',
    remove: (name: string) => `Delete the view ${name}`,
    shared: (name: string) => `Keep the view ${name}`,
    notKept: 'The browser keeps nothing for this page. The view is gone when it is closed.',
  },

  export: {
    button: 'Export…',
    title: 'Export',
    selected: (count: number) =>
      count === 1 ? 'The run that is selected.' : `The ${runs(count)} that are selected.`,
    listed: (most: number) => `What the list has with its filters, up to ${number(most)} runs.`,
    format: 'Format',
    csv: 'CSV, for spreadsheets',
    ndjson: 'NDJSON, a run a line',
    begin: 'Export',
    stop: 'Stop',
    progress: (count: number) => `${runs(count)} read`,
    done: (count: number) => `${runs(count)} exported.`,
    cut: (most: number) =>
      `The list has more: these are its first ${number(most)}. Narrow it to export the others.`,
  },

  operations: 'Bulk operations',
};
