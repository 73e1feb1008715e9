import { describe, expect, it } from '@jest/globals';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { parseNodes } from '../../../packages/document-converter/src/input/xml-nodes.js';
import { mathmlFormula } from '../../../packages/document-converter/src/math/mathml.js';
import { ommlFormula } from '../../../packages/document-converter/src/math/omml.js';
import { docx, footnotesPart, par, run, table } from '../../support/documents/docx.js';
import { epub } from '../../support/documents/epub.js';
import { openDocument } from '../../support/documents/open-document.js';
import { pptx, slideRun } from '../../support/documents/pptx.js';

const read = (bytes: Buffer, name: string) =>
  convert(bytes, name, { mediaPath: 'm/', fallback: false });

const sign = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
const fraction = (above: string, below: string) =>
  `<m:oMath><m:f><m:num>${sign(above)}</m:num><m:den>${sign(below)}</m:den></m:f></m:oMath>`;
const displayed = (...formulas: string[]) =>
  `<m:oMathPara><m:oMathParaPr><m:jc m:val="left"/></m:oMathParaPr>${formulas.join('')}</m:oMathPara>`;
const HALF = '<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>';

describe('formulas of Office', () => {
  it('formulas in Word are kept in lines, displays, tables and notes', async () => {
    const body =
      par(run('Before') + displayed(fraction('a', 'b'), fraction('c', 'd')) + run('after')) +
      displayed(fraction('1', '2')) +
      table([['A', par(displayed(fraction('3', '4')))]]) +
      par(run('noted') + '<w:r><w:footnoteReference w:id="2"/></w:r>');
    const notes = footnotesPart('2', 'Note');
    const { markdown, warnings } = await read(docx(body, notes), 'a.docx');
    expect(markdown).toBe(
      'Before $\\frac{a}{b}$ $\\frac{c}{d}$ after\n\n$\\frac{1}{2}$\n\nA\n\n$\\frac{3}{4}$\n\nnoted[^1]\n\n[^1]: Note\n'.replace(
        'A\n\n$\\frac{3}{4}$',
        '| A   | $\\frac{3}{4}$ |\n| --- | ------------- |',
      ),
    );
    expect(warnings).toEqual([]);
  });

  it('formulas in PowerPoint are kept, even those with a fallback for older programs', async () => {
    const namespaces =
      'xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
    const math = `<a14:m ${namespaces}>${displayed(fraction('a', 'b'))}</a14:m>`;
    const shape = (inner: string) =>
      `<p:sp><p:nvSpPr><p:cNvPr id="9" name="x"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p>${inner}</a:p></p:txBody></p:sp>`;
    const choice = `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="a14">${shape(slideRun('So ') + math)}</mc:Choice><mc:Fallback>${shape(slideRun('So nothing'))}</mc:Fallback></mc:AlternateContent>`;
    const slides = pptx([
      { title: 'T', body: [slideRun('v = ') + math + slideRun(' end')], more: choice },
    ]);
    const { markdown, warnings } = await read(slides, 'a.pptx');
    expect(markdown).toBe(
      '<!-- slide 1 -->\n\n## T\n\nv = $\\frac{a}{b}$ end\n\nSo $\\frac{a}{b}$\n',
    );
    expect(warnings).toEqual([]);
  });

  it.each([
    [
      'text',
      `<m:r><m:rPr><m:nor/></m:rPr><m:t>if 5% of a_b</m:t></m:r>`,
      '\\text{if 5\\% of a\\_b}',
    ],
    ['a brace below', `<m:groupChr><m:e>${sign('ab')}</m:e></m:groupChr>`, '\\underbrace{ab}'],
    ['a box', `<m:borderBox><m:e>${sign('x')}</m:e></m:borderBox>`, '\\boxed{x}'],
    ['a backslash', sign('A\\B'), 'A\\backslash B'],
    ['deleted signs', `${sign('a')}<w:del>${sign('b')}</w:del>`, 'a'],
    [
      'a function',
      `<m:func><m:fName>${sign('sin')}</m:fName><m:e>${sign('x')}</m:e></m:func>`,
      '\\sin x',
    ],
  ])('an Office formula with %s becomes TeX', (_, inner, tex) => {
    const formula = parseNodes(`<m:oMath>${inner}</m:oMath>`);
    expect(formula && ommlFormula(formula)).toEqual({ tex });
  });
});

describe('formulas in MathML', () => {
  it('formulas in OpenDocument texts and slides are kept', async () => {
    const formula = { 'Object 1/content.xml': HALF.replace('<math', '<math xmlns="x"') };
    const frame =
      '<draw:frame><draw:object xlink:href="./Object 1"/><draw:image xlink:href="./ObjectReplacements/Object 1"/></draw:frame>';
    const text = openDocument('text', `<text:p>Half is ${frame} here</text:p>`, formula);
    expect(await read(text, 'a.odt')).toMatchObject({
      markdown: 'Half is $\\frac{1}{2}$ here\n',
      warnings: [],
    });
    const slide = `<draw:page draw:name="one"><draw:frame><draw:text-box><text:p>Half</text:p></draw:text-box></draw:frame>${frame}</draw:page>`;
    const { markdown } = await read(openDocument('presentation', slide, formula), 'a.odp');
    expect(markdown).toMatch(/^<!-- slide 1 -->\n\nHalf\n\n\$\\frac\{1\}\{2\}\$\n$/);
  });

  it('formulas in web pages and books are kept, as their original TeX if there is one', async () => {
    const written =
      '<math><semantics><mi>z</mi><annotation encoding="application/x-tex">\\zeta</annotation></semantics></math>';
    const page = Buffer.from(`<p>Half: ${HALF}, zeta: ${written}.</p>`);
    const { markdown } = await read(page, 'a.html');
    expect(markdown).toBe('Half: $\\frac{1}{2}$, zeta: $\\zeta$.\n');
    const book = await read(
      epub('T', 'A', [
        `<h1>One</h1><p xmlns:m="http://www.w3.org/1998/Math/MathML">${HALF.replaceAll(/<(?=\/?m)(\/?)/g, '<$1m:')}</p>`,
      ]),
      'a.epub',
    );
    expect(book.markdown).toContain('$\\frac{1}{2}$');
  });

  it('a formula that TeX cannot express keeps its signs with a warning', async () => {
    const content = '<math><apply><plus></plus><ci>alpha</ci><cn>25</cn></apply></math>';
    const { markdown, warnings } = await read(Buffer.from(`<p>so ${content} it</p>`), 'a.html');
    expect(markdown).toBe('so alpha 25 it\n');
    expect(warnings).toEqual(['A formula has no form in TeX; its signs were kept: "alpha 25".']);
    expect(mathmlFormula('<math><mtext>a}b</mtext></math>')).not.toHaveProperty('tex');
    const deep = `<math>${'<mrow>'.repeat(20_000)}<mn>7</mn>${'</mrow>'.repeat(20_000)}</math>`;
    expect((await read(Buffer.from(`<p>${deep}</p>`), 'a.html')).markdown).toBe('7\n');
    expect(mathmlFormula(deep)).toEqual({ text: '7' });
  });
});
