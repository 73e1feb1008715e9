import { expect, it } from '@jest/globals';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { withAlternatives } from '../../../packages/document-converter/src/pdf/alternatives.js';
import { pdf } from '../../support/documents/pdf.js';
import {
  changed,
  buildFile,
  parseObjects,
  streamBody,
} from '../../support/documents/pdf-writer.js';

it('descriptions of figures and formulas, and what text stands for, are in the Markdown of a PDF with tags', async () => {
  const line = (text: string, block: number, role: string) => ({
    x: 72,
    y: 700 - block * 60,
    size: 11,
    text,
    tag: { role, block },
  });
  const lines = [
    line('The first paragraph.', 0, 'P'),
    line('', 1, 'Figure'),
    line('', 2, 'Figure'),
    line('x 2', 3, 'Formula'),
    line('glyphs', 4, 'Span'),
    line('The last paragraph.', 5, 'P'),
  ];
  const objects = parseObjects(pdf([lines]));
  const words: Record<string, string> = {
    'K [1]': '/Alt (A boat at sea)',
    'K [2]': '/Alt (A drawn chart)',
    'K [3]': '/Alt (x squared)',
    'K [4]': '/ActualText (Readable)',
  };
  const written = changed(objects, (body) => {
    const [marks, alt] = Object.entries(words).find(([key]) => body.includes(key)) ?? ['', ''];
    if (marks !== '' && body.includes('/StructElem')) return body.replace(marks, `${marks} ${alt}`);
    if (body.includes('/Type /Page '))
      return body.replace('<< /Font', '<< /XObject << /I 90 0 R >> /Font');
    const stream = /stream\n([^]*)\nendstream/.exec(body)?.[1];
    if (stream === undefined) return body;
    const drawn = stream.replace(
      /(MCID 1 >> BDC)[^\n]*EMC/,
      '$1 q 90 0 0 90 72 600 cm /I Do Q EMC',
    );
    return streamBody(`<< /Length ${drawn.length} >>`, Buffer.from(drawn)).toString('latin1');
  });
  const picture = streamBody(
    '<< /Type /XObject /Subtype /Image /Width 40 /Height 40 /BitsPerComponent 8 /ColorSpace /DeviceGray /Length 1600 >>',
    Buffer.alloc(1600, 0x55),
  );
  const bytes = buildFile([...written, { number: 90, body: picture }]);
  const { markdown } = await convert(bytes, 'a.pdf', { mediaPath: 'm/', fallback: false });
  expect(markdown).toMatch(/!\[A boat at sea\]\(m\//);
  for (const text of ['A drawn chart', 'x squared', 'Readable', 'x 2', 'The last paragraph.'])
    expect(markdown.split(text)).toHaveLength(2);
  expect(markdown).not.toContain('glyphs');
});

it('words of a tag that are those of its text leave that as it is', () => {
  const text = { text: 'same ', font: '', size: 9, style: {}, rotation: 0, mark: 0 };
  const texts = [{ ...text, x0: 0, y0: 0, x1: 9, y1: 9 }];
  const tag = { markedContentIds: [0], children: [], attributes: {} };
  const found = withAlternatives(
    texts,
    [],
    [],
    [
      { ...tag, type: 'Span', actualText: 'same' },
      { ...tag, type: 'Formula', altText: 'same' },
      { ...tag, type: 'Document', actualText: 'all of the page' },
    ],
  );
  expect(found).toEqual({ texts, pictures: [], described: [] });
});
