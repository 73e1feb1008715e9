import { counted, number } from './format.js';

type Action = 'cancel' | 'retry' | 'rerun';
type State = 'running' | 'done' | 'stopped';

const runs = (count: number): string => counted(count, 'run', 'runs');
const VERBS: Record<Action, string> = { cancel: 'Cancel', retry: 'Retry', rerun: 'Run again' };
const GOES_ON: Record<Action, string> = {
  cancel: 'Cancelling',
  retry: 'Retrying',
  rerun: 'Rerunning',
};
const ENDED: Record<Action, string> = {
  cancel: 'cancelled',
  retry: 'retried',
  rerun: 'rerun',
};

export const bulkTexts = {
  title: 'Bulk operations',
  back: 'Bulk operations',
  list: 'List of bulk operations',
  loading: 'Loading bulk operations…',
  ask: {
    title: (action: Action) =>
      action === 'rerun' ? 'Rerun these runs?' : `${VERBS[action]} these runs?`,
    confirm: (action: Action, count: number) =>
      action === 'rerun' ? `Rerun ${runs(count)}` : `${VERBS[action]} ${runs(count)}`,
    counting: 'Counting runs…',
    hits: {
      cancel: (count: number) =>
        `${runs(count)} will be cancelled, together with child runs. Scripts get a few seconds to clean up.`,
      retry: (count: number) => `${runs(count)} will be retried with the same version and params.`,
      rerun: (count: number) => `${counted(count, 'new run', 'new runs')} will be created.`,
    } satisfies Record<Action, (count: number) => string>,
    others: {
      cancel: (count: number) =>
        `${counted(count, 'other run has', 'other runs have')} already ended.`,
      retry: (count: number) =>
        `${counted(count, 'other run has', 'other runs have')} not failed and will not be retried.`,
      rerun: (count: number) => `${counted(count, 'other run is', 'other runs are')} skipped.`,
    } satisfies Record<Action, (count: number) => string>,
    none: {
      cancel: 'None of these runs is still in progress, so there is nothing to cancel.',
      retry: 'None of these runs has failed or was cancelled, so there is nothing to retry.',
      rerun: 'No runs match.',
    } satisfies Record<Action, string>,
    matching: 'This includes all matching runs, also those that are not loaded yet.',
    changed: (before: number, now: number) =>
      `Nothing was done, because the list has changed: ${number(before)} runs matched before, and ${number(now)} match now. Do you want to continue?`,
    tooMany: (most: number) =>
      `More than ${number(most)} runs match, which is the limit of one operation. Narrow the list, for example by time.`,
    tooManyIds: (most: number) =>
      `One operation can include at most ${number(most)} selected runs. Select fewer runs, or all matching runs.`,
    version: 'Version of the meta-task',
    same: 'same version as before',
    current: 'current version',
    name: 'Name of the operation',
    keep: 'Keep these runs',
    busy: 'Starting…',
  },
  state: { running: 'in progress', done: 'done', stopped: 'stopped' } satisfies Record<
    State,
    string
  >,
  progress: (action: Action, done: number, total: number) =>
    `${GOES_ON[action]}: ${number(done)} of ${runs(total)}`,
  ended: (action: Action, count: number, total: number) =>
    `${number(count)} of ${runs(total)} ${ENDED[action]}`,
  refused: (count: number) => `${number(count)} refused`,
  stopped: 'stopped before completion',
  details: 'Details',
  hide: 'Hide',
  stop: 'Stop',
  stopTitle: 'Stop operation',
  stopAbout:
    'Runs that were already processed stay as they are now. The remaining runs are not changed.',
  columns: {
    action: 'Operation',
    state: 'State',
    done: 'Done',
    refused: 'Refused',
    by: 'Started by',
    at: 'Started',
  },
  named: (action: Action, name: string | null) =>
    name === null ? VERBS[action] : `${VERBS[action]}: ${name}`,
  withCurrent: 'with the current version',
  more: 'Older operations',
  kept: 'Bulk operations are kept for 30 days.',
  emptyTitle: 'No bulk operations yet',
  emptyAbout:
    'Select runs in the list to cancel, retry or rerun them together. The results appear here.',
  toRuns: 'Go to runs',
  gone: (id: string) =>
    `There is no bulk operation ${id} in this project. Bulk operations are kept for 30 days.`,
  refusals: {
    title: 'Refused',
    list: 'List of refused runs',
    run: 'Run',
    why: 'Reason',
    none: 'No runs were refused.',
    first: (count: number) => `Only the first ${number(count)} are shown.`,
  },
  facts: { state: 'State', by: 'Started by', begun: 'Started', ended: 'Ended' },
};
