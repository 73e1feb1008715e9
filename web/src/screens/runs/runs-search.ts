import { type RunsFilter, SPANS } from '../../api/runs-filter.js';
import { isStatus } from '../../api/types.js';
import { flagParameter, oneOf, readSearch, textParameter } from '../../parts/search-parameters.js';
import { isColumn } from './columns.js';

/** Part of the address that is not a filter but describes the display. */
export interface RunsLook {
  /** False if similar runs are shown one by one. */
  fold?: false;
  /** Visible columns, separated by commas. */
  cols?: string;
  /** Name of the view that the list is based on. */
  view?: string;
  /** Id of the bulk operation whose progress is shown. */
  bulk?: string;
}

/** Filter and display of the list, and the names of unknown parameters. */
export interface RunsSearch extends RunsFilter, RunsLook {
  unknown?: string;
}

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const MAKER = new RegExp(`^(?:user|api_key|schedule|task):${ID}$`, 'i');
const WHOLE_ID = new RegExp(`^${ID}$`, 'i');
const MAX_VERSION = 2_147_483_647;
const MAX_COLUMNS = 20;

export function runsSearch(parameters: Record<string, unknown>): RunsSearch {
  const search = readSearch<Omit<RunsSearch, 'unknown'>>(parameters, {
    status: (value) => parseListParameter(value, isStatus),
    type: textParameter,
    version: versionParameter,
    q: textParameter,
    error: textParameter,
    since: (value) => (isSpan(value) ? value : timeParameter(value)),
    until: timeParameter,
    schedule: textParameter,
    parent: textParameter,
    by: (value) => matching(value, MAKER),
    roots: (value) => (value === false ? false : undefined),
    slow: (value) => (flagParameter(value) === true ? true : undefined),
    stale: (value) => (flagParameter(value) === true ? true : undefined),
    drafts: (value) => (flagParameter(value) === true ? true : undefined),
    order: oneOf('finished'),
    fold: (value) => (value === false ? false : undefined),
    cols: (value) => parseListParameter(value, isColumn),
    view: textParameter,
    bulk: (value) => matching(value, WHOLE_ID),
  });
  // A version is only meaningful together with a meta-task.
  if (search.version === undefined || search.type !== undefined) return search;
  const { version: _, unknown, ...others } = search;
  return { ...others, unknown: unknown === undefined ? 'version' : `${unknown}, version` };
}

/** Returns the filter of a search, without the display of the list. */
export function selectRunsFilter(search: RunsSearch): RunsFilter {
  const { fold: _, cols: __, view: ___, bulk: ____, unknown: _____, ...filter } = search;
  return filter;
}

/** Returns the display of the list that a search describes. */
export function selectRunsLook({ fold, cols, view, bulk }: RunsSearch): RunsLook {
  return {
    ...(fold !== undefined && { fold }),
    ...(cols !== undefined && { cols }),
    ...(view !== undefined && { view }),
    ...(bulk !== undefined && { bulk }),
  };
}

function parseListParameter(value: unknown, is: (one: unknown) => boolean): string | undefined {
  const names = typeof value === 'string' ? [...new Set(value.split(','))] : [];
  return names.length > 0 && names.length <= MAX_COLUMNS && names.every(is)
    ? names.join()
    : undefined;
}

function matching(value: unknown, pattern: RegExp): string | undefined {
  return typeof value === 'string' && pattern.test(value) ? value.toLowerCase() : undefined;
}

function versionParameter(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_VERSION
    ? value
    : undefined;
}

function isSpan(value: unknown): value is keyof typeof SPANS {
  return typeof value === 'string' && Object.hasOwn(SPANS, value);
}

function timeParameter(value: unknown): string | undefined {
  return typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT/.test(value) &&
    !Number.isNaN(Date.parse(value))
    ? value
    : undefined;
}
