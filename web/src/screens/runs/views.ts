import type { Me } from '../../api/types.js';
import { readStored, writeStored } from '../../parts/browser-storage.js';
import { listTexts } from '../../texts/en/runs.js';
import { selectRunsLook, type RunsSearch, runsSearch } from './runs-search.js';

/** Named list of runs. */
export interface View {
  name: string;
  search: RunsSearch;
}

const KEY = 'metarun-views';
const { names } = listTexts.views;

/** Returns the built-in views, which every project has. */
export function builtInViews(me: Me): View[] {
  return [
    { name: names.all, search: {} },
    { name: names.failed, search: { status: 'failed', since: '24h' } },
    { name: names.waiting, search: { status: 'waiting' } },
    { name: names.underWay, search: { status: 'running,pending' } },
    { name: names.slow, search: { slow: true } },
    { name: names.stale, search: { stale: true, roots: false } },
    { name: names.drafts, search: { drafts: true } },
    ...(me.id === null ? [] : [{ name: names.mine, search: { by: `user:${me.id}` } }]),
  ];
}

/** Returns the views of a project stored in this browser. Invalid entries are skipped. */
export function storedViews(project: string): View[] {
  const stored = read()[project];
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((one: unknown): View[] => {
    const { name, query } = { name: undefined, query: undefined, ...(one as object) };
    if (typeof name !== 'string' || typeof query !== 'string') return [];
    return [{ name, search: parseQueryString(query) }];
  });
}

/** Stores the views of a project. Returns false if the browser cannot store them. */
export function storeViews(project: string, views: readonly View[]): boolean {
  const kept = views.map(({ name, search }) => ({ name, query: toQueryString(search) }));
  return writeStored(KEY, JSON.stringify({ ...read(), [project]: kept }));
}

/** Returns the views with one added or replaced by name. */
export function withView(views: readonly View[], view: View): View[] {
  return [...views.filter(({ name }) => name !== view.name), view];
}

/** Returns the part of a search that a view stores, without its name and the bulk operation. */
export function kept(search: RunsSearch): RunsSearch {
  const { view: _, bulk: __, unknown: ___, ...others } = search;
  return others;
}

/** Returns whether two searches show the same list. */
export function isSame(one: RunsSearch, other: RunsSearch): boolean {
  return toQueryString(kept(one)) === toQueryString(kept(other));
}

/** Returns the query string of a search, with sorted parameters. */
export function toQueryString(search: RunsSearch): string {
  const members = Object.entries(search).map(([name, value]) => [name, String(value)]);
  return new URLSearchParams(members.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))).toString();
}

/** Returns the search of a query string. */
export function parseQueryString(query: string): RunsSearch {
  const members = [...new URLSearchParams(query)].map(([name, text]) => [
    name,
    parseQueryValue(name, text),
  ]);
  const { unknown: _, ...search } = runsSearch(
    Object.fromEntries(members) as Record<string, unknown>,
  );
  return search;
}

/** Parses numbers and booleans as the router does. */
function parseQueryValue(name: string, text: string): unknown {
  if (name === 'version') return Number(text);
  if (['roots', 'slow', 'stale', 'drafts', 'fold'].includes(name)) return text === 'true';
  return text;
}

function read(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

/** Returns the part of a search that is kept when another view is opened. */
export function carried(search: RunsSearch): RunsSearch {
  const { bulk } = selectRunsLook(search);
  return bulk === undefined ? {} : { bulk };
}
