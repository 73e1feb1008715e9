import { expect, it } from '@jest/globals';
import { previewKind } from './preview-kind.js';

it.each([
  ['a.md', 'text/markdown; charset=utf-8', 'markdown'],
  ['A.CSV', 'text/csv; charset=utf-8', 'csv'],
  ['a.json', 'application/json', 'json'],
  ['a.png', 'image/png', 'image'],
  ['a.svg', 'image/svg+xml', 'image'],
  ['a.html', 'text/html; charset=utf-8', 'text'],
  ['a.js', 'text/javascript; charset=utf-8', 'text'],
  ['Makefile', 'application/octet-stream', 'text'],
  ['a.pdf', 'application/pdf', 'none'],
  ['a.mp4', 'video/mp4', 'none'],
  ['a.tiff', 'image/tiff', 'none'],
  ['a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'none'],
  ['a.zip', 'application/zip', 'none'],
  ['x', null, 'text'],
] as const)('the file %s of the type %s is shown as %s', (name, type, kind) => {
  expect(previewKind(name, type)).toBe(kind);
});
