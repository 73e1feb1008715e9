/** @jest-environment ./test/dashboard/environment.mjs */
/** The progress of documents that are being converted, in a folder. */
import { expect, it } from '@jest/globals';
import { entry } from '../../test/dashboard/catalogue.js';
import { later, openPage, receive, requests, shown } from '../../test/dashboard/dashboard.js';
import { buildServerAnswers } from '../../test/dashboard/server.js';

const PATH = '/p/shop/files/ws-1/out';
const NONE = { place: null, done: null, total: null, unit: null, seconds_left: null };

function document(name: string, progress: object): object {
  const conversion = { status: 'converting', error: null, warnings: [], progress };
  return { ...entry, name, path: `/out/${name}`, converted_from: name, conversion };
}

const DOCUMENTS = [
  { ...entry, type: 'directory', name: 'old', path: '/out/old', etag: null, size: 0 },
  document('book.pdf.md', { ...NONE, done: 12, total: 180, unit: 'pages', seconds_left: 20 }),
  document('next.pdf.md', { ...NONE, place: 3 }),
  document('table.csv.md', { ...NONE, done: 4_000, unit: 'rows' }),
  document('new.pdf.md', NONE),
];

function texts(): string[] {
  return [...shown().querySelectorAll('.conversion-bar')].map(({ textContent }) => textContent);
}

function bars(): [string | null, string | null][] {
  return [...shown().querySelectorAll('.conversion-bar progress')].map((bar) => [
    bar.getAttribute('value'),
    bar.getAttribute('max'),
  ]);
}

it('a folder shows how far its documents are, with a bar where the share is known', async () => {
  await openPage(PATH, { ...buildServerAnswers(PATH), 'GET files': DOCUMENTS });
  expect(texts()).toEqual([
    'page 12 of 180, about 20 s left',
    '3rd in the queue',
    'row 4,000',
    'converting',
  ]);
  expect(bars()).toEqual([['12', '180']]);
});

it('a report of progress moves the bar without a request', async () => {
  await openPage(PATH, { ...buildServerAnswers(PATH), 'GET files': DOCUMENTS });
  const before = requests().length;
  const progress = { ...NONE, done: 90, total: 180, unit: 'pages', seconds_left: null };
  const state = { status: 'converting', error: null, warnings: [], progress };
  await receive('file', { ws: 'ws-1', path: '/out/book.pdf.md', ...state });
  await later(1_000);
  expect(texts()[0]).toBe('page 90 of 180');
  expect(bars()).toEqual([['90', '180']]);
  expect(requests().length).toBe(before);
});
