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

/** The parameters of the address of a run. Times are ms after the run was created. */
interface Parameters {
  tab: RunTab;
  attempt: number;
  /** For the log: the least severe level, the text that is looked for, the number of the line that the address leads to. */
  level: LogLevel;
  q: string;
  line: number;
  /** The last of the lines that are marked, where there are several. */
  last: number;
  wrap: boolean;
  clock: 'clock' | 'since' | 'off';
  /** For the timeline: the span that is shown, the part of the time, the order, what is left. */
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
