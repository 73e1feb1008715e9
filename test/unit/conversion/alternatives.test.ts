import { describe, expect, it } from '@jest/globals';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { docx, par, picture, run } from '../../support/documents/docx.js';
import { openDocument } from '../../support/documents/open-document.js';

// Alternative texts of content that cannot be shown appear once, separated from neighbouring words.

const convertToMarkdown = async (bytes: Buffer | string, name: string) =>
  (await convert(Buffer.from(bytes), name, { mediaPath: 'm/', fallback: false })).markdown;
const shape = (alt: string, content = '') =>
  `<w:r><w:drawing><wp:anchor><wp:docPr id="1" name="x" descr="${alt}"/><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>`;
const inner = (alt: string) =>
  `<wps:wsp xmlns:wps="wps"><wps:cNvPr id="2" name="y" descr="${alt}"/></wps:wsp>`;
const vml = (alt: string) => `<w:r><w:pict><v:rect xmlns:v="v" alt="${alt}"/></w:pict></w:r>`;

describe('alternative texts', () => {
  it.each([
    ['of shapes', shape('one') + shape('two')],
    ['of shapes in others', shape('one', inner('two'))],
    ['of older shapes', vml('one') + vml('two')],
    [
      'of pictures that are not in the file',
      ['one', 'two'].map((alt) => picture(alt).replace('rId5', 'rId99')).join(''),
    ],
  ])('those %s in Word are words of their own', async (_, drawn) => {
    const bytes = docx(par(run('before') + drawn + run('after')));
    expect(await convertToMarkdown(bytes, 'a.docx')).toBe('before one two after\n');
  });

  const desc = (alt: string) => `<svg:desc xmlns:svg="svg">${alt}</svg:desc>`;
  it.each([
    ['of shapes', (alt: string) => `<draw:rect>${desc(alt)}</draw:rect>`],
    [
      'of pictures that are not in the file',
      (alt: string) =>
        `<draw:frame><draw:image xlink:href="Pictures/no.png"/>${desc(alt)}</draw:frame>`,
    ],
    [
      'of pictures beside the document',
      (alt: string) =>
        `<draw:frame><draw:image xlink:href="file:///c:/x.png"/>${desc(alt)}</draw:frame>`,
    ],
    [
      'of objects that are not in the file',
      (alt: string) =>
        `<draw:frame><draw:object xlink:href="./Object 9"/><draw:image xlink:href="./ObjectReplacements/Object 9"/>${desc(alt)}</draw:frame>`,
    ],
    [
      'of controls',
      (alt: string) => `<draw:control draw:control="none">${desc(alt)}</draw:control>`,
    ],
  ])('those %s in OpenDocument stand there once, as words of their own', async (_, drawn) => {
    const bytes = openDocument(
      'text',
      `<text:p>before${drawn('one')}${drawn('two')}after</text:p>`,
    );
    expect(await convertToMarkdown(bytes, 'a.odt')).toBe('before one two after\n');
  });

  const property = (alt: string) => String.raw`{\sp{\sn wzDescription}{\sv ${alt}}}`;
  it.each([
    ['of shapes', (alt: string) => String.raw`{\shp{\*\shpinst${property(alt)}}}`],
    [
      'of pictures without data',
      (alt: string) => String.raw`{\pict{\*\picprop${property(alt)}}\pngblip}`,
    ],
  ])('those %s in RTF are words of their own', async (_, drawn) => {
    const rtf = String.raw`{\rtf1 before${drawn('one')}${drawn('two')}after\par}`;
    expect(await convertToMarkdown(rtf, 'a.rtf')).toBe('before one two after\n');
  });
});
