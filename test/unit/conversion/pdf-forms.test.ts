import { expect, it } from '@jest/globals';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { pdf, type PdfExtras } from '../../support/documents/pdf.js';

it('a PDF form adds its values that are not drawn, and no value twice', async () => {
  const line = (text: string, x: number, y: number) => ({ x, y, size: 11, text });
  const lines = [
    line('Name:', 72, 700),
    line('Country:', 72, 650),
    line('Norway', 150, 650),
    line('Note:', 72, 600),
    line('one long note', 150, 600),
    line('in two lines', 150, 586),
  ];
  const bytes = pdf([lines], {
    fields: [
      { kind: 'Tx', value: 'Ada Lovelace', box: [145, 695, 400, 712] },
      { kind: 'Ch', value: 'code-47', box: [145, 645, 400, 662] },
      { kind: 'Tx', value: 'one long note in two lines', box: [145, 580, 400, 614] },
    ],
  });
  const { markdown } = await convert(bytes, 'a.pdf', { mediaPath: 'm/', fallback: false });
  expect(markdown).toContain('Ada Lovelace');
  expect(markdown).not.toContain('code-47');
  expect(markdown.match(/\bNorway\b/g)).toHaveLength(1);
  expect(markdown.match(/\btwo\b/g)).toHaveLength(1);
});

const read = async (annotations: readonly string[], more: PdfExtras = {}) => {
  const labels = [700, 660, 620].map((y) => ({ x: 150, y, size: 11, text: `Label at ${y}` }));
  const bytes = pdf([labels], { ...more, annotations });
  return convert(bytes, 'a.pdf', { mediaPath: 'm/', fallback: false });
};
const widget = (y: number, more: string) =>
  `<< /Type /Annot /Subtype /Widget /Rect [100 ${y - 3} 140 ${y + 12}] /P 7 0 R ${more} >>`;

it('values that no reader sees are not in the Markdown of a PDF: of passwords, and of hidden fields and notes', async () => {
  const { markdown, warnings } = await read([
    widget(700, '/FT /Tx /T (a) /Ff 8192 /V (secret1) /F 4'),
    widget(660, '/FT /Tx /T (b) /V (secret2) /F 2'),
    widget(620, '/FT /Tx /T (c) /V (shown) /F 4'),
    widget(580, '/FT /Ch /T (d) /Opt [(secret3)] /V (secret3) /F 6'),
    '<< /Type /Annot /Subtype /Text /Contents (secret4) /F 2 /Rect [10 10 20 20] >>',
  ]);
  expect(markdown).toContain('shown');
  expect(markdown + warnings.join('')).not.toContain('secret');
});

it('boxes of a PDF form are ticked or not, lists show what is chosen, and buttons what stands on them', async () => {
  const { markdown } = await read([
    widget(700, '/FT /Btn /T (a) /V /Yes /AS /Yes /MK << /CA (4) >> /F 4'),
    widget(660, '/FT /Btn /T (b) /V /Off /AS /Off /F 4'),
    widget(620, '/FT /Ch /Ff 2097152 /T (c) /Opt [[(x) (One)] (Two) (Three)] /V [(x) (Two)] /F 4'),
    widget(580, '/FT /Btn /Ff 65536 /T (d) /MK << /CA (Send \\(now\\)) >> /F 4'),
  ]);
  expect(markdown).toContain('- [x] Label at 700\n- [ ] Label at 660\n');
  expect(markdown).toContain('One, Two');
  expect(markdown).not.toContain('Three');
  expect(markdown).toContain('Send (now)');
});

it('a value that is part of a text elsewhere on the page is kept, and notes have their authors', async () => {
  const { markdown } = await read([
    widget(580, '/FT /Tx /T (a) /V (Label) /F 4'),
    '<< /Type /Annot /Subtype /Text /T (Ada) /Contents (Look here) /Rect [10 10 20 20] >>',
  ]);
  expect(markdown).toMatch(/^Label$/m);
  expect(markdown).toContain('> Ada: Look here');
});

it('files, XFA, and text in patterns and stamps of a PDF are named in warnings', async () => {
  const stream = (dictionary: string, content: string) =>
    `<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream`;
  const shown = 'BT /F1 9 Tf (text) Tj ET';
  // Objects 1 to 8 are those of the page; the annotations follow.
  const { markdown, warnings } = await read(
    [
      '<< /Type /Annot /Subtype /Stamp /Rect [10 10 90 30] /F 4 /AP << /N 12 0 R >> >>',
      '<< /Type /Annot /Subtype /Stamp /Rect [10 10 90 30] /F 2 /AP << /N 12 0 R >> >>',
      '<< /Type /Annot /Subtype /FreeText /Contents (Said) /Rect [10 10 90 30] /AP << /N 12 0 R >> >>',
    ],
    {
      catalog: ' /Names << /EmbeddedFiles << /Names [(a) 14 0 R] >> >>',
      objects: [
        stream('/Subtype /Form /BBox [0 0 9 9]', shown),
        stream('/Type /Pattern /PatternType 1 /BBox [0 0 9 9]', shown),
        '<< /Type /Filespec /F (a.txt) /UF <FEFF00E40022005B002E007400780074> /EF << /F 15 0 R >> >>',
        stream('/Type /EmbeddedFile', 'attached'),
      ],
    },
  );
  expect(markdown).toContain('> Said');
  expect(warnings).toEqual([
    'Files that are attached were not converted: "ä"[.txt".',
    'Text in patterns that fill areas was left out: of the whole document.',
    'Text that stamps and boxes draw and do not have as a note was left out: page 1.',
  ]);
});

it('a PDF with an XFA form that is not on its pages says so, and one with fields does not', async () => {
  const { warnings } = await read([], {
    catalog: ' /AcroForm << /Fields [] /XFA 9 0 R >>',
    objects: ['<< /Length 6 >>\nstream\n<xdp/>\nendstream'],
  });
  expect(warnings).toEqual([
    'The PDF has a form (XFA) that is not on its pages: only what its pages say was converted.',
  ]);
  const field = widget(580, '/FT /Tx /T (a) /V (value) /F 4');
  expect((await read([field])).warnings).toEqual([]);
});
