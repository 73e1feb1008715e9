import type { Me } from '../../api/types.js';
import { listTexts } from '../../texts/en/runs.js';
import { lookOf, type RunsSearch, runsSearch } from './runs-search.js';

/** A list that has a name. */
export interface View {
  name: string;
  search: RunsSearch;
}

const KEY = 'metarun-views';
/** Views of one project. */
const MOST = 50;
const { names } = listTexts.views;

/** Returns the views that every project has. */
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

/** Returns the views of a project that this browser keeps. What is stored and not understood is left out. */
export function storedViews(project: string): View[] {
  const stored = read()[project];
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((one: unknown): View[] => {
    const { name, query } = { name: undefined, query: undefined, ...(one as object) };
    if (typeof name !== 'string' || typeof query !== 'string') return [];
    return [{ name, search: searchOf(query) }];
  });
}

/** Keeps the views of a project. Returns false where the browser keeps nothing. */
export function storeViews(project: string, views: readonly View[]): boolean {
  const kept = views.slice(-MOST).map(({ name, search }) => ({ name, query: queryOf(search) }));
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [project]: kept }));
    return true;
  } catch {
    return false;
  }
}

/** Returns views with one more, which takes the place of one of its name. */
export function withView(views: readonly View[], view: View): View[] {
  return [...views.filter(({ name }) => name !== view.name), view];
}

/** Returns what a view keeps of an address: neither its name nor what goes on. */
export function kept(search: RunsSearch): RunsSearch {
  const { view: _, bulk: __, unknown: ___, ...others } = search;
  return others;
}

/** Returns whether two addresses show the same list. */
export function isSame(one: RunsSearch, other: RunsSearch): boolean {
  return queryOf(kept(one)) === queryOf(kept(other));
}

/** Returns an address as its query string, in one order. */
export function queryOf(search: RunsSearch): string {
  const members = Object.entries(search).map(([name, value]) => [name, String(value)]);
  return new URLSearchParams(members.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))).toString();
}

/** Returns the address that a query string stands for. */
export function searchOf(query: string): RunsSearch {
  const members = [...new URLSearchParams(query)].map(([name, text]) => [
    name,
    valueOf(name, text),
  ]);
  const { unknown: _, ...search } = runsSearch(
    Object.fromEntries(members) as Record<string, unknown>,
  );
  return search;
}

/** The router has those that are no texts as what they are. */
function valueOf(name: string, text: string): unknown {
  if (name === 'version') return Number(text);
  if (['roots', 'slow', 'stale', 'drafts', 'fold'].includes(name)) return text === 'true';
  return text;
}

function read(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

/** Returns the parts of the look of a list that go with it into another view. */
export function carried(search: RunsSearch): RunsSearch {
  const { bulk } = lookOf(search);
  return bulk === undefined ? {} : { bulk };
}
