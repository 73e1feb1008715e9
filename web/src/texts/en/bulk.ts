import { counted, number } from './format.js';

type Action = 'cancel' | 'retry' | 'rerun';
type State = 'running' | 'done' | 'stopped';

const runs = (count: number): string => counted(count, 'run', 'runs');
const VERBS: Record<Action, string> = { cancel: 'Cancel', retry: 'Retry', rerun: 'Run again' };
const GOES_ON: Record<Action, string> = {
  cancel: 'Cancelling',
  retry: 'Retrying',
  rerun: 'Running again',
};
const ENDED: Record<Action, string> = {
  cancel: 'cancelled',
  retry: 'retried',
  rerun: 'made again',
};

export const bulkTexts = {
  title: 'Bulk operations',
  back: 'Bulk operations',
  list: 'List of bulk operations',
  loading: 'Bulk operations are read.',
  ask: {
    title: (action: Action) =>
      action === 'rerun' ? 'Make these runs again?' : `${VERBS[action]} these runs?`,
    confirm: (action: Action, count: number) =>
      action === 'rerun' ? `Make ${runs(count)} again` : `${VERBS[action]} ${runs(count)}`,
    counting: 'The runs are counted.',
    hits: {
      cancel: (count: number) =>
        `${runs(count)} will be cancelled. A script gets some seconds to clean up. Child runs end with it.`,
      retry: (count: number) => `${runs(count)} will run again, as they were.`,
      rerun: (count: number) => `${runs(count)} will be made again, as new runs.`,
    } satisfies Record<Action, (count: number) => string>,
    others: {
      cancel: (count: number) => `${counted(count, 'other has', 'others have')} ended already.`,
      retry: (count: number) =>
        `${counted(count, 'other has', 'others have')} not failed, and ${count === 1 ? 'is' : 'are'} left as ${count === 1 ? 'it is' : 'they are'}.`,
      rerun: (count: number) => `${counted(count, 'other is', 'others are')} left out.`,
    } satisfies Record<Action, (count: number) => string>,
    none: {
      cancel: 'None of these runs goes on: there is nothing to cancel.',
      retry: 'None of these runs has failed or was cancelled: there is nothing to retry.',
      rerun: 'There are no such runs.',
    } satisfies Record<Action, string>,
    matching: 'That is all of the list, with what is not loaded yet.',
    changed: (before: number, now: number) =>
      `The list has changed: ${number(before)} matched before, ${number(now)} do now. Nothing was done. Do you want it still?`,
    tooMany: (most: number) =>
      `More than ${number(most)} runs match, which is more than one operation takes. Narrow the list, by its time for one.`,
    tooManyIds: (most: number) =>
      `One operation takes ${number(most)} selected runs. Select fewer, or all that match.`,
    version: 'Version of the meta-task',
    same: 'that of each run',
    current: 'the current one',
    name: 'Name, for the list of operations',
    keep: 'Leave them as they are',
    busy: 'Asking …',
  },
  state: { running: 'goes on', done: 'done', stopped: 'stopped' } satisfies Record<State, string>,
  progress: (action: Action, done: number, total: number) =>
    `${GOES_ON[action]}: ${number(done)} of ${runs(total)}`,
  ended: (action: Action, count: number, total: number) =>
    `${number(count)} of ${runs(total)} ${ENDED[action]}`,
  refused: (count: number) => `${number(count)} refused`,
  stopped: 'stopped before its end',
  details: 'Details',
  hide: 'Hide',
  stop: 'Stop it',
  stopTitle: 'Stop this operation',
  stopAbout: 'What it has done stays. The other runs are left as they are.',
  columns: {
    action: 'Operation',
    state: 'State',
    done: 'Done',
    refused: 'Refused',
    by: 'Asked for by',
    at: 'Begun',
  },
  named: (action: Action, name: string | null) =>
    name === null ? VERBS[action] : `${VERBS[action]}: ${name}`,
  withCurrent: 'with the current version',
  more: 'Older operations',
  kept: 'They are kept for 30 days.',
  emptyTitle: 'No bulk operations yet',
  emptyAbout:
    'Select runs in the list, and cancel, retry or make them again all at once. What became of it is kept here.',
  toRuns: 'To the runs',
  gone: (id: string) =>
    `There is no bulk operation ${id} in this project. They are kept for 30 days.`,
  refusals: {
    title: 'Refused',
    list: 'Runs that it was refused for',
    run: 'Run',
    why: 'Why',
    none: 'None was refused.',
    first: (count: number) => `The first ${number(count)} are shown.`,
  },
  facts: { state: 'State', by: 'Asked for by', begun: 'Begun', ended: 'Ended' },
};
