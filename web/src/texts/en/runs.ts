import { counted, number } from './format.js';

const runs = (count: number): string => counted(count, 'run', 'runs');

/** Texts that only the list of runs uses. */
export const listTexts = {
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all loaded runs',
  selection: {
    label: 'Selection',
    count: (count: number) => `${number(count)} selected`,
    all: 'select all matching runs',
    counting: 'counting…',
    allOf: (count: number) => `all ${counted(count, 'matching run', 'matching runs')} selected`,
    tooMany: (most: number) => `more than ${number(most)} runs match: narrow the list`,
    or: 'or',
    cancel: 'Cancel…',
    retry: 'Retry…',
    rerun: 'Run again…',
    export: 'Export…',
    clear: 'Clear',
  },

  time: {
    label: 'Created',
    between: 'custom range…',
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
  slow: 'slow',
  stale: 'stale citations',
  drafts: {
    only: 'drafts',
    about:
      'Drafts are runs of unsaved versions. They are deleted one day after they end and do not count in any figures.',
    remove: 'Delete my drafts',
    removeAbout:
      'Your drafts that have ended are deleted now, with their logs and results. Drafts that are still running are kept.',
    removed: (count: number) => `${counted(count, 'draft', 'drafts')} deleted.`,
  },

  histogram: {
    title: 'Runs by time',
    label: 'Runs by time; drag to select a time range',
    sum: (total: number, failed: number, of: string) =>
      `${runs(total)} ${of}, ${number(failed)} failed`,
    spans: {
      day: 'in the last 24 hours',
      range: 'in this time range',
    },
    drag: 'drag to select a time range',
    withChildren: 'including child runs',
    ofType: (type: string) => `of ${type}`,
    incomplete: (from: string) => `There are too many runs before ${from} to count.`,
    tooLong: 'Figures cover 31 days at most. Choose a shorter time range.',
    table: 'As a table',
    caption: 'Runs by creation time and current status',
    from: 'From',
    narrow: (from: string) => `Show only runs from ${from}`,
    loading: 'Counting runs…',
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
      underWay: 'In progress',
      slow: 'Slow',
      stale: 'Stale citations',
      drafts: 'Drafts',
      mine: 'Mine',
    },
    save: 'Save view…',
    title: 'Save this view',
    about:
      'A view stores the filters, order and columns in this browser. To share it, send its address.',
    name: 'Name',
    keep: 'Save',
    taken: 'A view with this name already exists. Saving replaces it.',
    remove: (name: string) => `Delete view ${name}`,
    shared: (name: string) => `Save view ${name}`,
    notKept:
      'This browser does not store data for this page, so the view is lost when the page is closed.',
  },

  export: {
    button: 'Export…',
    title: 'Export',
    selected: (count: number) =>
      count === 1 ? 'The selected run.' : `The ${runs(count)} that you selected.`,
    listed: (most: number) => `All runs that match the filters, up to ${number(most)}.`,
    format: 'Format',
    csv: 'CSV, for spreadsheets',
    ndjson: 'NDJSON, one run per line',
    begin: 'Export',
    stop: 'Stop',
    progress: (count: number) => `${runs(count)} exported so far`,
    done: (count: number) => `${runs(count)} exported.`,
    cut: (most: number) =>
      `Only the first ${number(most)} runs were exported. Narrow the list to export the others.`,
  },

  operations: 'Bulk operations',
};
