import { expect, it } from '@jest/globals';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { pdf } from '../../support/documents/pdf.js';

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
