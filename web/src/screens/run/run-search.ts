import { isLevel, type LogLevel } from '../../api/types.js';
import {
  flagParameter,
  oneOf,
  readSearch,
  textParameter,
  wholeParameter,
} from '../../parts/search-parameters.js';

export const RUN_TABS = [
  'overview',
  'timeline',
  'logs',
  'data',
  'transcript',
  'files',
  'attempts',
  'related',
] as const;
export type RunTab = (typeof RUN_TABS)[number];

/** Search parameters of the address of a run. Times are in ms since the run was created. */
interface Parameters {
  tab: RunTab;
  attempt: number;
  /** Log: the minimum level, then the search text `q` and the number of the shown `line`. */
  level: LogLevel;
  q: string;
  line: number;
  /** Last line of the marked range, if several lines are marked. */
  last: number;
  wrap: boolean;
  clock: 'clock' | 'since' | 'off';
  /** Timeline: the selected span, then the visible range of time, the sort order and the filters. */
  span: string;
  from: number;
  to: number;
  sort: 'duration';
  only: 'failed' | 'now';
  name: string;
}
export type RunSearch = Partial<Parameters> & { unknown?: string };

export function runSearch(parameters: Record<string, unknown>): RunSearch {
  return readSearch<Parameters>(parameters, {
    tab: oneOf(...RUN_TABS),
    attempt: wholeParameter,
    level: (value) => (isLevel(value) ? value : undefined),
    q: textParameter,
    line: wholeParameter,
    last: wholeParameter,
    wrap: flagParameter,
    clock: oneOf('clock', 'since', 'off'),
    span: textParameter,
    from: wholeParameter,
    to: wholeParameter,
    sort: oneOf('duration'),
    only: oneOf('failed', 'now'),
    name: textParameter,
  });
}
