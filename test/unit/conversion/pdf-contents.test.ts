import { deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { boundedContents } from '../../../packages/document-converter/src/pdf/file/contents.js';
import {
  countOperators,
  withoutDrawing,
} from '../../../packages/document-converter/src/pdf/file/operators.js';
import { pdf } from '../../support/documents/pdf.js';
import {
  buildFile,
  parseObjects,
  type PdfObject,
  streamBody,
  parseStream,
} from '../../support/documents/pdf-writer.js';
import { sized } from '../../support/size.js';

const TEXT = 'The page says what an invoice is.';
const SHOWN = `BT /F1 12 Tf 72 700 Td (${TEXT}) Tj ET\n`;
const MIB = 1024 * 1024;
const STROKES = sized(3_000_000, 300_000);

/** A page of a PDF: its content, and the entries of its resources by name, after `objects`. */
interface Made {
  content: string | Buffer;
  /** Filter entry of its dictionary. */
  filter?: string;
  /** Objects that the page can draw, by name. */
  drawn?: Record<string, Buffer>;
}

const deflate = (content: string | Buffer) => deflateSync(content, { level: 1 });

/** Returns a PDF of pages with these contents, which are deflated unless `filter` is set. */
function made(pages: readonly Made[]): Buffer {
  const objects = parseObjects(pdf(pages.map(() => [{ x: 72, y: 700, size: 12, text: 'x' }])));
  const further: PdfObject[] = [];
  let page = 0;
  const all = objects.map((object): PdfObject => {
    const { content = '', filter, drawn = {} } = pages[page] ?? {};
    if (parseStream(object) !== undefined) {
      page += 1;
      const data = filter === undefined ? deflate(content) : Buffer.from(content);
      const body = `<< /Filter ${filter ?? '/FlateDecode'} /Length ${data.length} >>`;
      return { ...object, body: streamBody(body, data) };
    }
    const text = object.body.toString('latin1');
    if (!text.includes('/Type /Page ')) return object;
    const names = Object.entries(drawn).map(([name, body]) => {
      further.push({ number: 100 + further.length, body });
      return `/${name} ${99 + further.length} 0 R`;
    });
    const own = text.replace('/Resources <<', `/Resources << /XObject << ${names.join(' ')} >>`);
    return { ...object, body: Buffer.from(own, 'latin1') };
  });
  return buildFile([...all, ...further]);
}

const read = (bytes: Buffer) => convert(bytes, 'a.pdf', { mediaPath: 'm/', fallback: false });
const refusal = (bytes: Buffer) =>
  read(bytes).then(JSON.stringify, (error: unknown) => String(error));

const DRAWN = 'The drawings of page 1 were left out: they have too many lines.';

const CROWDED =
  'The text of page 1 was kept in part: one page has 20,000 pieces of text at most, and what follows was left out.';

describe('a PDF whose pages ask for too much', () => {
  it.each([
    ['strokes', `0 0 m\n${'10 10 l S 0 0 m\n'.repeat(STROKES)}`],
    ['areas', '10 10 50 50 re f\n'.repeat(STROKES)],
    ['points on one line', `0 0 m ${'10 10 l 20 30 l\n'.repeat(STROKES)} S\n`],
    ['curves', `0 0 m ${'1 2 3 4 5 6 c\n'.repeat(STROKES)} S\n`],
  ])('a page of too many %s keeps its text, and a warning says so', async (_, drawing) => {
    const bytes = made([{ content: `${SHOWN}${drawing}${SHOWN.replace('700', '600')}` }]);
    const { markdown, warnings } = await read(bytes);
    expect(markdown).toBe(`<!-- page 1 -->\n\n${TEXT}\n\n${TEXT}\n`);
    expect(warnings).toEqual([DRAWN]);
    // The drawing is replaced in place, so that no engine sees it.
    const bounded = boundedContents(bytes).bytes;
    expect(bounded).toHaveLength(bytes.length);
    expect(boundedContents(bounded).undrawn).toEqual([]);
  });

  it('forms that draw forms count as often as they are drawn', async () => {
    const form = (content: string, next: string) =>
      Buffer.from(
        `<< /Type /XObject /Subtype /Form /BBox [0 0 500 500] /Resources << /XObject << ${next} >> >> /Length ${content.length} >>\nstream\n${content}\nendstream`,
      );
    const depth = 7;
    const drawn = Object.fromEntries(
      Array.from({ length: depth }, (_, at) => [
        `X${at}`,
        at === depth - 1
          ? form('0 0 m 10 10 l S ', '')
          : form(`/X${at + 1} Do `.repeat(6), `/X${at + 1} ${101 + at} 0 R`),
      ]),
    );
    const { markdown, warnings } = await read(made([{ content: `${SHOWN}/X0 Do\n`, drawn }]));
    expect(markdown).toContain(TEXT);
    expect(warnings).toEqual([DRAWN]);
    const further = Object.fromEntries(
      Object.entries(drawn).map(([name, body]) => [
        name,
        Buffer.from(body.toString('latin1').replaceAll(/(\/X\d Do )+/g, '$1'.repeat(40))),
      ]),
    );
    expect(await refusal(made([{ content: `${SHOWN}/X0 Do\n`, drawn: further }]))).toMatch(
      /^DocumentError: .* Page 1 could not be read: its content has more than 3,000,000 operators\.$/,
    );
  });

  it.each([
    ['pieces', (at: number) => `(w${at}e) Tj`],
    ['gaps in one piece', (at: number) => `[${`(w${at}e) -2000 `.repeat(40)}] TJ`],
    ['letters', (at: number) => `(w${at}e ${'and more '.repeat(100)}) Tj`],
  ])('a page of too many %s is cut after the first of them', (_, shown) => {
    const lines = Array.from(
      { length: 25_000 },
      (_, at) => `1 0 0 1 ${10 + (at % 40) * 14} ${780 - Math.floor(at / 40)} Tm ${shown(at)}\n`,
    );
    const content = `BT /F1 1 Tf\n${lines.join('')}ET\n`;
    const bytes = made([{ content: SHOWN }, { content }]);
    const { bytes: bounded, crowded } = boundedContents(bytes);
    expect(crowded).toEqual([2]);
    expect(bounded).toHaveLength(bytes.length);
    expect(boundedContents(bounded).crowded).toEqual([]);
  });

  it('text in forms counts as often as they are drawn, and what the page has of it first is kept', async () => {
    const texts = Array.from({ length: 15_000 }, (_, at) => `1 0 0 1 9 9 Tm (f${at}e) Tj\n`).join(
      '',
    );
    const form = Buffer.from(
      `<< /Type /XObject /Subtype /Form /BBox [0 0 500 500] /Length ${texts.length + 6} >>\nstream\nBT ${texts}ET\nendstream`,
    );
    const bytes = made([
      { content: `${SHOWN}/X Do\n/X Do\n${SHOWN.replace(TEXT, 'Left out')}`, drawn: { X: form } },
    ]);
    const { bytes: bounded, crowded } = boundedContents(bytes);
    expect(crowded).toEqual([1]);
    expect(boundedContents(bounded).crowded).toEqual([]);
    const { markdown, warnings } = await read(bytes);
    expect(markdown).toContain(TEXT);
    expect(markdown).not.toContain('Left out');
    expect(warnings).toEqual([CROWDED]);
  });

  it('a page whose content is too long is named as that, not as a scan, and the others are kept', async () => {
    const bomb = { content: Buffer.alloc(65 * MIB, ' ') };
    const { markdown, warnings } = await read(made([{ content: SHOWN }, bomb, { content: SHOWN }]));
    expect(markdown).toBe(
      `<!-- page 1 -->\n\n${TEXT}\n\n<!-- page 2 -->\n\n<!-- page 3 -->\n\n${TEXT}\n`,
    );
    expect(warnings).toEqual(['Page 2 could not be read: its content is longer than 64 MiB.']);
    expect(await refusal(made([bomb]))).toBe(
      'DocumentError: The PDF has no text that can be read. Page 1 could not be read: its content is longer than 64 MiB.',
    );
    const twice = deflate(deflate(Buffer.alloc(300 * MIB)));
    const again = made([{ content: twice, filter: '[/FlateDecode /FlateDecode]' }]);
    expect(await refusal(again)).toContain('its content is longer than 64 MiB');
  });

  it('a page of lines alone says that it has too many, not that it is a scan', async () => {
    const drawing = { content: '10 10 50 50 re f\n'.repeat(50_000) };
    const { warnings } = await read(made([{ content: SHOWN }, drawing]));
    expect(warnings).toEqual([
      'Page 2 could not be read: it has no text, and too many lines to be drawn.',
    ]);
  });

  it('a page of a picture that is too large is named as that, not as a scan', async () => {
    const picture = Buffer.from(
      '<< /Type /XObject /Subtype /Image /Width 90000 /Height 90000 /BitsPerComponent 8 /ColorSpace /DeviceGray /Length 1 >>\nstream\nx\nendstream',
    );
    const page = { content: 'q 500 0 0 500 50 50 cm /I Do Q\n', drawn: { I: picture } };
    const { warnings } = await read(made([{ content: SHOWN }, page]));
    expect(warnings).toEqual([
      'Page 2 could not be read: it has a picture of more than 400 million pixels.',
    ]);
  });

  it('states that are kept without an end are too many, and those that end are not', async () => {
    expect(await refusal(made([{ content: 'q '.repeat(200_000) }]))).toContain(
      'Page 1 could not be read',
    );
    const { warnings } = await read(made([{ content: `${'q Q '.repeat(50_000)}${SHOWN}` }]));
    expect(warnings).toEqual([]);
  });
});

describe('a PDF of which a content is damaged', () => {
  const broken = Buffer.concat([deflate(SHOWN).subarray(0, 2), Buffer.alloc(40, 0xff)]);

  it('a page whose content cannot be unpacked is named as damaged', async () => {
    const page = { content: broken, filter: '/FlateDecode' };
    const { warnings } = await read(made([{ content: SHOWN }, page]));
    expect(warnings).toEqual(['Page 2 could not be read: its content is damaged.']);
    expect(await refusal(made([page]))).toMatch(
      /no text that can be read\. Page 1 .* is damaged\.$/,
    );
  });

  it('a page whose content is cut off keeps what there is, and is named', async () => {
    const lines = Array.from({ length: 40 }, (_, at) => SHOWN.replace('700', `${750 - at * 16}`));
    const whole = deflateSync(lines.join(''), { level: 0 });
    const page = { content: whole.subarray(0, whole.length / 2), filter: '/FlateDecode' };
    const { markdown, warnings } = await read(made([page]));
    expect(markdown.split(TEXT).length).toBeGreaterThan(10);
    expect(warnings).toEqual([
      'The content of page 1 ends early: what could be read of it was kept.',
    ]);
  });

  it('an ordinary PDF is read as it is', () => {
    const bytes = made([{ content: `${SHOWN}${'0 0 m 10 10 l S\n'.repeat(10_000)}` }]);
    expect(boundedContents(bytes).bytes).toBe(bytes);
  });
});

describe('operators of a content', () => {
  const content =
    'q 1 0 0 1 5 5 cm\n0 0 m 1 1 l S\nBT /F1 9 Tf <66> Tj (a \\) f ( m) S) Tj [(b) -20 <53>] TJ ET % f S\n/P <</MCID 1>> BDC 0 0 9 9 re f* EMC\nBI /W 1 /H 1 ID f S m EI\n/I Do Q';

  it('lines, forms and pictures of a content are counted by its operators', () => {
    const { painted, uses, depth } = countOperators(Buffer.from(content));
    expect({ painted, uses: [...uses], depth }).toEqual({ painted: 4, uses: [['I', 1]], depth: 1 });
  });

  it('a content without its drawing has everything else', () => {
    expect(withoutDrawing(Buffer.from(content)).toString()).toBe(
      content.replace('\n0 0 m 1 1 l S', '\n').replace(' 0 0 9 9 re f*', '\n'),
    );
  });
});
