/**
 * Scanned pages, whose text is recognised in the sandbox by a program of the operator. Its failures do not count as
 * failures of the document.
 */
import { existsSync } from 'node:fs';
import { afterAll, expect, it } from '@jest/globals';
import { Recogniser } from '../../src/sandbox/conversion/recogniser.js';
import {
  closeConverters,
  createDocument,
  IGNORE_MEDIA,
  makeConverter,
} from '../support/conversion/converters.js';
import { pdf, type PdfRule } from '../support/documents/pdf.js';
import { python, sandbox } from '../support/sandbox.js';

afterAll(closeConverters);

const TESSERACT = '/usr/bin/tesseract';

/** The strokes of "HELLO", which are drawn on a page instead of text. */
const STROKES: readonly PdfRule[] = [
  [100, 600, 100, 660],
  [100, 630, 135, 630],
  [135, 600, 135, 660],
  [160, 600, 160, 660],
  [160, 660, 195, 660],
  [160, 630, 190, 630],
  [160, 600, 195, 600],
  [220, 600, 220, 660],
  [220, 600, 250, 600],
  [270, 600, 270, 660],
  [270, 600, 300, 600],
  [320, 600, 320, 660],
  [320, 660, 360, 660],
  [360, 660, 360, 600],
  [360, 600, 320, 600],
];
/** Strokes are as thick as those of print. */
const LETTERS = STROKES.flatMap(([x0, y0, x1, y1]) =>
  Array.from({ length: 8 }, (_, by): PdfRule =>
    x0 === x1 ? [x0 + by, y0, x1 + by, y1 + 7] : [x0, y0 + by, x1, y1 + by],
  ),
);
const SCAN = pdf([[]], { rules: LETTERS });
const MIXED = pdf([[], [{ x: 70, y: 700, size: 12, text: 'Typed words' }], []], { rules: LETTERS });

function converter(command: string, args: string[], pageCpuMs?: number) {
  const options = { sandbox, findPython: () => Promise.resolve(python), command, args };
  return makeConverter({
    recogniser: new Recogniser({ ...options, ...(pageCpuMs !== undefined && { pageCpuMs }) }),
  });
}

it('scanned pages get the text of the OCR program, and a warning names them', async () => {
  const tried = converter('/usr/bin/wc', ['-c']);
  const { markdown, warnings } = await tried.convert(createDocument('a.pdf', MIXED), IGNORE_MEDIA);
  expect(markdown).toMatch(
    /^<!-- page 1 -->\n\n\*The text of this page was recognised in its picture:\*\n\n\d{3,}\n[^]*<!-- page 2 -->\n\nTyped words\n\n<!-- page 3 -->\n\n\*The text[^]*\d{3,}\n$/,
  );
  expect(warnings).toEqual([
    'The text of pages 1 and 3 was recognised in pictures (OCR): it may have errors.',
  ]);
  expect(tried.version).toMatch(/^\d+ \/usr\/bin\/wc -c$/);
});

it.each([
  ['fails', '/bin/false', [], 'the program for it has failed'],
  ['says nothing', '/bin/true', [], 'no text was found'],
  ['takes too long', '/bin/sh', ['-c', 'while :; do :; done'], 'no answer after'],
  ['is not there', '/nowhere/ocr', [], 'the program for it has failed'],
])(
  'a document is converted with a warning when the OCR program %s',
  async (_, command, args, why) => {
    const tried = converter(command, args, command === '/bin/sh' ? 300 : undefined);
    const { markdown, warnings } = await tried.convert(createDocument('a.pdf', SCAN), IGNORE_MEDIA);
    expect(markdown).toContain('*The text of this page was not recognised.*');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(`The text of page 1 was not recognised: ${why}`);
  },
);

it('a scanned document is refused without an OCR program', async () => {
  const refused = makeConverter().convert(createDocument('a.pdf', SCAN), IGNORE_MEDIA);
  await expect(refused).rejects.toMatchObject({ code: 'unreadable_document' });
});

if (existsSync(TESSERACT))
  it('Tesseract reads the text of a scanned page', async () => {
    const tried = converter(TESSERACT, ['stdin', 'stdout', '--psm', '6']);
    const { markdown } = await tried.convert(createDocument('a.pdf', SCAN), IGNORE_MEDIA);
    expect(markdown).toContain('HELL');
  });
