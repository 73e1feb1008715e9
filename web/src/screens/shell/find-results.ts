import type { Found } from '../../api/types.js';
import {
  approvalPlace,
  filePlace,
  metaTaskPlace,
  runPlace,
  schedulePlace,
  screenPlace,
} from '../../parts/places.js';
import { texts } from '../../texts/en.js';
import { bulkTexts } from '../../texts/en/bulk.js';
import { keepInTab, readFromTab } from '../../parts/tab-storage.js';

/** Item that the dialog can open. */
export interface Result {
  kind: Found['kind'] | 'screen';
  title: string;
  hint: string;
  /** Path in the dashboard. */
  href: string;
}

const KEY = 'metarun-opened';
const MOST = 8;
const SCREENS = [
  ['', texts.now],
  ['runs', texts.runs],
  ['approvals', texts.approvals],
  ['meta-tasks', texts.metaTasks],
  ['schedules', texts.schedules],
  ['files', texts.files],
  ['webhooks', texts.webhooks],
  ['memories', texts.memories],
  ['usage', texts.usage],
  ['settings', texts.settings],
  ['bulk', bulkTexts.title],
] as const;

/** Returns the screens of a project whose names contain a text; all screens if the text is empty. */
export function screensFor(project: string, q: string): Result[] {
  return SCREENS.filter(([, title]) => title.toLowerCase().includes(q.toLowerCase())).map(
    ([path, title]) => ({ kind: 'screen', title, hint: '', href: screenPlace(project, path) }),
  );
}

/** Returns a match of the server as an item to open. */
export function toResult(project: string, { kind, id, title, hint, url }: Found): Result {
  return { kind, title, hint, href: buildResultHref(project, kind, id, url) };
}

function buildResultHref(project: string, kind: Found['kind'], id: string, url: string): string {
  switch (kind) {
    case 'task':
      return runPlace(project, id);
    case 'meta_task':
      return metaTaskPlace(project, id);
    case 'schedule':
      return schedulePlace(project, id);
    case 'approval':
      return approvalPlace(project, id);
    case 'file':
      return filePlace(project, new URLSearchParams(url.split('?')[1]).get('ws') ?? '', id);
  }
}

/** Returns the items last opened in this tab. They are not stored longer, because the names may be confidential. */
export function opened(project: string): Result[] {
  const stored = readFromTab(buildStorageKey(project));
  return Array.isArray(stored) ? stored.filter(isResult) : [];
}

export function noteOpened(project: string, result: Result): void {
  const others = opened(project).filter(({ href }) => href !== result.href);
  keepInTab(buildStorageKey(project), [result, ...others].slice(0, MOST));
}

function buildStorageKey(project: string): string {
  return `${KEY}-${project}`;
}

const KINDS: ReadonlySet<unknown> = new Set<Result['kind']>([
  'task',
  'meta_task',
  'schedule',
  'approval',
  'file',
  'screen',
]);

function isResult(value: unknown): value is Result {
  if (typeof value !== 'object' || value === null) return false;
  const texts = ['title', 'hint', 'href'].map((name): unknown => Reflect.get(value, name));
  return KINDS.has(Reflect.get(value, 'kind')) && texts.every((text) => typeof text === 'string');
}
