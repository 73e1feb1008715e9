/** Tests that the dashboard refetches data changed by events, and everything after a gap in the events. */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from './task-change.js';

const RUN = ['run', 'p', 't'];
const PARTS = ['detail', 'steps', 'attempts', 'tree', 'files'];
const FILES = ['files', 'p', 'w'];

let client: QueryClient;
let asked: string[];

beforeEach(() => {
  jest.useFakeTimers();
  asked = [];
  const answer = ({ url }: Request): Promise<Response> => {
    asked.push(new URL(url).pathname.split('/').at(-1) ?? '');
    return Promise.resolve(Response.json([]));
  };
  const document = { baseURI: 'http://server/ui/' };
  Object.assign(globalThis, { document, window: {}, fetch: answer });
  client = new QueryClient();
  for (const part of PARTS) client.setQueryData([...RUN, part], { items: [], tasks: [] });
  for (const part of PARTS) client.setQueryData(['run', 'p', 'other', part], {});
  client.setQueryData(['transcript', 'p', 't'], { pages: [], truncated: false });
  for (const kind of ['entry', 'versions', 'outline', 'below'])
    client.setQueryData([...FILES, kind, '/a'], null);
  client.setQueryData([...FILES, 'entries', '/'], { pages: [], pageParams: [] });
  client.setQueryData(['workspaces', 'p'], []);
  client.setQueryData(['now', 'p', 'glance'], {});
});
afterEach(() => {
  client.clear();
  jest.useRealTimers();
});

/** Lets the pauses pass and returns the stale queries. */
async function staleLater(ms = 20_000): Promise<string[]> {
  await jest.advanceTimersByTimeAsync(ms);
  const stale = client.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated });
  return stale.map(({ queryKey }) => queryKey.slice(2).join(' ')).toSorted();
}

const event = (type: string, data: object = {}): LiveEvent => ({
  type,
  data: { task_id: 't', ...data },
});
const parts = (...names: string[]): string[] => names.map((name) => `t ${name}`).toSorted();

it.each<[string, LiveEvent, string[], string[]]>([
  ['a status', event('status', { status: 'failed' }), parts(...PARTS), ['transcript']],
  ['a phase', event('phase', { phase: 'a' }), parts('detail'), []],
  ['a step', event('step', { kind: 'step' }), [], ['transcript', 'steps']],
  ['a child', event('step', { kind: 'task' }), parts('tree'), ['transcript', 'steps']],
  ['progress', event('progress', { progress: 3 }), [], []],
  ['the status of another run', event('status', { task_id: 'other' }), [], []],
])('the page of a run reads again what %s has changed', async (_, one, stale, read) => {
  const { RunReader } = await import('./use-run-live.js');
  new RunReader(client, 'p', 't').onEvents([one]);
  expect([await staleLater(), asked]).toEqual([stale, read]);
});

it('the page of a run that waits reads again how it is after an approval', async () => {
  const { RunReader } = await import('./use-run-live.js');
  client.setQueryData([...RUN, 'detail'], { status: 'waiting' });
  new RunReader(client, 'p', 't').onEvents([event('approval')]);
  expect([await staleLater(), asked]).toEqual([parts('detail'), ['steps']]);
});

it('the page of a run reads all of it again after a gap in the events, and nothing once it is left', async () => {
  const { RunReader } = await import('./use-run-live.js');
  const left = new RunReader(client, 'p', 't');
  left.onEvents([event('status')]);
  left.stop();
  expect([await staleLater(), asked]).toEqual([[], []]);
  new RunReader(client, 'p', 't').onGap();
  expect([await staleLater(), asked]).toEqual([parts(...PARTS), ['transcript']]);
});

it('the files of a workspace are read one by one after their events, and all of them after a gap', async () => {
  const { FilesReader } = await import('./use-files-live.js');
  const reader = new FilesReader(client, 'p', 'w');
  const file = (ws: string) => ({ type: 'file', data: { ws, path: '/a' } });
  reader.onEvents([file('w'), file('w'), file('elsewhere')]);
  expect([await staleLater(), asked]).toEqual([
    ['', 'w entries /', 'w outline /a', 'w versions /a'],
    ['files'],
  ]);
  reader.onGap();
  expect(await staleLater()).toEqual(
    ['', 'w below /a', 'w entries /', 'w entry /a', 'w outline /a', 'w versions /a'].toSorted(),
  );
});

it('the figures of a screen are read again after a pause however much happens, and at once after a gap', async () => {
  const { createReader } = await import('./use-reread.js');
  const { listener } = createReader(client, ['now', 'p'], new Set(['status']), 3_000);
  listener.onEvents([event('phase')]);
  expect(await staleLater()).toEqual([]);
  listener.onEvents([event('status')]);
  expect(await staleLater(0)).toEqual(['glance']);
  client.setQueryData(['now', 'p', 'glance'], {});
  listener.onEvents([event('status')]);
  expect(await staleLater(2_999)).toEqual([]);
  expect(await staleLater(1)).toEqual(['glance']);
  client.setQueryData(['now', 'p', 'glance'], {});
  listener.onGap();
  expect(await staleLater(0)).toEqual(['glance']);
});
