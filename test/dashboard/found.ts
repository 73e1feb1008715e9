import type { Citation, FoundSection } from '../../web/src/api/types.js';

export const citation: Citation = {
  id: '00000000-0000-7000-8000-0000000000c9',
  task_id: '00000000-0000-7000-8000-0000000000a1',
  ws: '00000000-0000-7000-8000-0000000000d1',
  path: '/out/report.md',
  quote: 'All <b>fine</b>‮',
  heading: ['heading'],
  line: 3,
  etag: '"f1"',
  stale: 'changed',
  stale_at: '2026-03-10T10:30:00.000Z',
  created_at: '2026-03-10T10:00:00.000Z',
};

export const section: FoundSection = {
  path: '/out/report.md',
  name: 'report.md',
  mime_type: 'text/markdown',
  etag: 'etag',
  updated_at: '2026-03-10T10:30:00.000Z',
  heading: ['heading'],
  anchor: 'anchor',
  line: 29,
  first_line: 30,
  last_line: 31,
  place: { kind: 'page', number: 32 },
  snippet: 'All <b>fine</b>.',
  highlights: [[0, 4]],
  match: 'some',
  words: [
    { word: 'fine', by: 'word', form: 'fine' },
    { word: 'words', by: 'form', form: 'word' },
    { word: 'else', by: null, form: null },
  ],
  score: 33,
};
