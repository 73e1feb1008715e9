import { expect, it } from '@jest/globals';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { docx, par, picture, run } from '../../support/documents/docx.js';
import { relationships } from '../../support/documents/zip.js';

const read = (bytes: Buffer) => convert(bytes, 'a.docx', { mediaPath: 'm/', fallback: false });
const ID = '{11111111-1111-1111-1111-11111111111A}';
const bound = (path: string, id = ID) =>
  `<w:sdtPr><w:dataBinding w:xpath="${path}" w:storeItemID="${id}"/></w:sdtPr>`;
const control = (properties: string, content: string) =>
  `<w:sdt>${properties}<w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const DATA = {
  'customXml/item1.xml':
    '<o:order xmlns:o="urn:o"><o:line>first</o:line><o:line> second </o:line></o:order>',
  'customXml/_rels/item1.xml.rels': relationships([['rId1', 'customXmlProps', 'itemProps1.xml']]),
  'customXml/itemProps1.xml': `<ds:datastoreItem xmlns:ds="ds" ds:itemID="${ID}"/>`,
  'docProps/core.xml':
    '<c:coreProperties xmlns:c="c" xmlns:dc="dc"><dc:title>The title</dc:title></c:coreProperties>',
};

it('an empty content control shows the data that it is bound to', async () => {
  const core = '{6c3c8bc8-f283-45ae-878a-bab7291924a1}';
  const body =
    par(run('Line: ') + control(bound('/o:order[1]/o:line[2]', ID.toLowerCase()), run(''))) +
    control(bound('/c:coreProperties[1]/dc:title[1]', core), par('')) +
    par(run('Kept: ') + control(bound('/o:order[1]/o:line[1]'), run('own text'))) +
    par(run('None: ') + control(bound('/o:order[1]/o:line[9]'), run(''))) +
    control(bound('/o:order[1]/o:line[1]'), par(picture('A pixel'))) +
    par(
      run('Photo: ') +
        control(bound('/o:order[1]/o:line[1]').replace('<w:sdtPr>', '<w:sdtPr><w:picture/>'), ''),
    ) +
    par(run('Odd: ') + control(bound('//o:line[text()="a"]/@x'), run('')));
  const { markdown, warnings } = await read(docx(body, DATA));
  expect(markdown).toBe(
    'Line: second\n\nThe title\n\nKept: own text\n\nNone:\n\n![A pixel](m/image1.png)\n\nPhoto:\n\nOdd:\n',
  );
  expect(warnings).toEqual([]);
});

it('text that a reviewer has moved away is lost only where it stands nowhere else', async () => {
  const moved = (name: 'moveFrom' | 'moveTo', text: string) =>
    `<w:${name} w:id="1">${run(text)}</w:${name}>`;
  const { markdown, warnings } = await read(
    docx(
      par(run('Here ') + moved('moveFrom', 'the clause')) +
        par(moved('moveTo', 'the clause')) +
        par(run('and ') + moved('moveFrom', 'nowhere')),
    ),
  );
  expect(markdown).toBe('Here\n\nthe clause\n\nand\n');
  expect(warnings).toEqual([
    'Text of an unknown kind was left out: "nowhere" in what a reviewer has moved.',
  ]);
});

it('labels of ActiveX controls are kept, and controls without readable properties are reported', async () => {
  const object = (id: string, name: string) =>
    par(`<w:r><w:object><w:control r:id="${id}" w:name="${name}"/></w:object></w:r>`);
  const bag = (...properties: [string, string][]) =>
    `<ax:ocx xmlns:ax="ax">${properties.map(([name, value]) => `<ax:ocxPr ax:name="${name}" ax:value="${value}"/>`).join('')}</ax:ocx>`;
  const body =
    object('rX1', 'CheckBox1') + object('rX2', 'ComboBox1') + par('<w:subDoc r:id="rX3"/>');
  const { markdown, warnings } = await read(
    docx(body + par(run('end')), {
      'word/_rels/document.xml.rels': relationships([
        ['rX1', 'control', 'activeX/activeX1.xml'],
        ['rX2', 'control', 'activeX/activeX2.xml'],
        ['rX3', 'subDocument', 'chapter.docx', true],
      ]),
      'word/activeX/activeX1.xml': bag(['Caption', 'I agree'], ['Value', '1'], ['Size', '2']),
      'word/activeX/activeX2.xml': bag(),
    }),
  );
  expect(markdown).toBe('I agree\n\nend\n');
  expect(warnings).toEqual([
    'Controls of forms were left out: "ComboBox1".',
    'Documents beside this one were left out: "chapter.docx".',
  ]);
});
