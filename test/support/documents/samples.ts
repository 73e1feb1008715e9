// A small document of each format, and the Markdown that it becomes: for tests of conversion, uploads and search.
import { doc, msg, ppt } from './compound.js';
import {
  commentsPart,
  docx,
  footnotesPart,
  headingPar,
  item,
  link,
  par,
  picture,
  run,
  table as wordTable,
} from './docx.js';
import { epub } from './epub.js';
import { odfTable, openDocument } from './open-document.js';
import { pdf, type PdfLine } from './pdf.js';
import { pptx, slideRun } from './pptx.js';
import { CODE, EML, FEED, FICTION_BOOK, HTML, NOTEBOOK, RTF } from './texts.js';
import { workbook, xlsx } from './workbooks.js';
import { zipOf } from './zip.js';

export interface Sample {
  /** The file name, with the ending of the format. */
  name: string;
  bytes: Buffer;
  /** Whole, with links to media under `<name>.media/`. */
  markdown: string;
  /** Names of what is kept beside it. */
  media: string[];
}

const SHEETS = {
  Größen: [
    ['Name', 'Zahl'],
    ['ä|b', 1.5],
  ],
  Zweites: [
    ['A', 'B'],
    ['x', 'y'],
  ],
};
const SHEETS_MARKDOWN = `<!-- sheet 1 -->

## Größen

| Name | Zahl |
| ---- | ---- |
| ä\\|b | 1.5  |

<!-- sheet 2 -->

## Zweites

| A   | B   |
| --- | --- |
| x   | y   |
`;
const TABLE = '| A   | B   |\n| --- | --- |\n| 1   | 2   |';

const WORD_BODY =
  headingPar('Größe 日本', 1) +
  par(
    run('Plain ') +
      run('bold', '<w:b/>') +
      run(' and ') +
      run('italic', '<w:i/>') +
      run(', x') +
      run('2', '<w:vertAlign w:val="superscript"/>') +
      run(', ') +
      link('a link') +
      run(', ') +
      link('no script', 'rId7') +
      run(', ') +
      link('no file', 'rId8') +
      '<w:r><w:commentReference w:id="0"/></w:r><w:r><w:footnoteReference w:id="2"/></w:r>',
  ) +
  headingPar('Counted', 2, '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr>') +
  item('one', 1) +
  item('two', 1) +
  item('deeper', 1, 1) +
  wordTable([
    ['A', 'B'],
    ['1', '2'],
  ]) +
  par(picture('A pixel')) +
  par(
    '<m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath>',
  );
const WORD_PARTS = {
  ...commentsPart([['0', 'Ada', 'Is that so?']]),
  ...footnotesPart('2', 'The note.'),
};
const wordMarkdown = (name: string) => `# Größe 日本

Plain **bold** and *italic*, x<sup>2</sup>, [a link](https://example.com/a?b=1&c=%282%29), no script, no file[^2][^1]

## 1. Counted

- one
- two
  - deeper

${TABLE}

![A pixel](${name}.media/image1.png)

$\\frac{a}{b}$

[^1]: The note.

[^2]: **Comment by Ada:** Is that so?
`;

const SLIDES = pptx([
  {
    title: 'First slide',
    body: [
      slideRun('a '),
      slideRun('bold', ' b="1"'),
      slideRun('the web', '', '<a:hlinkClick r:id="rId3"/>'),
    ],
    table: [
      ['A', 'B'],
      ['1', '2'],
    ],
    picture: 'A pixel',
  },
  { title: 'Zweite Folie', body: [slideRun('ж')] },
]);

const at = (x: number, y: number, text: string, size = 11, bold = false): PdfLine => ({
  x,
  y,
  size,
  text,
  bold,
});
const PDF_PAGES = [
  [
    at(70, 700, 'Annual report', 24, true),
    at(70, 650, 'The first paragraph has some words in it that are long enough.'),
    at(70, 605, 'See the home page of the project for more.'),
    at(70, 500, 'Name', 11, true),
    at(200, 500, 'Amount', 11, true),
    at(330, 500, 'Place', 11, true),
    at(70, 485, 'Ada'),
    at(200, 485, '12'),
    at(330, 485, 'Paris'),
    at(70, 470, 'Bob'),
    at(200, 470, '30'),
    at(330, 470, 'Rome'),
    at(70, 400, '\u0095 first point'),
    at(70, 385, '\u0095 second point'),
  ],
  [at(70, 700, 'On the second page.')],
];

const ODT_BODY = `<text:h text:outline-level="1">Überschrift</text:h><text:p>Plain <text:span text:style-name="B">bold</text:span> <text:a xlink:href="https://example.com/">a link</text:a></text:p><text:list text:style-name="L"><text:list-item><text:p>one</text:p></text:list-item><text:list-item><text:p>two</text:p></text:list-item></text:list>${odfTable(
  'T',
  [
    ['A', 'B'],
    ['1', '2'],
  ],
)}<text:p><draw:frame draw:name="p"><draw:image xlink:href="Pictures/image1.png"/><svg:desc>A pixel</svg:desc></draw:frame></text:p>`;
const ODP_BODY =
  '<draw:page draw:name="one"><draw:frame presentation:class="title"><draw:text-box><text:p>Slide title</text:p></draw:text-box></draw:frame><draw:frame presentation:class="outline"><draw:text-box><text:list text:style-name="L"><text:list-item><text:p>point ж</text:p></text:list-item></text:list></draw:text-box></draw:frame></draw:page>';

/** One of each of the formats that are converted, and of the kinds of Office files with macros. */
export const SAMPLES: readonly Sample[] = [
  {
    name: 'a.docx',
    bytes: docx(WORD_BODY, WORD_PARTS),
    markdown: wordMarkdown('a.docx'),
    media: ['image1.png'],
  },
  {
    name: 'a.docm',
    bytes: docx(
      WORD_BODY,
      { ...WORD_PARTS, 'word/vbaProject.bin': Buffer.from('macro') },
      'application/vnd.ms-word.document.macroEnabled.main+xml',
    ),
    markdown: wordMarkdown('a.docm'),
    media: ['image1.png'],
  },
  {
    name: 'a.pptx',
    bytes: SLIDES,
    markdown: `<!-- slide 1 -->\n\n## First slide\n\na\n\n**bold**\n\n[the web](https://example.com/slides)\n\n${TABLE}\n\n![A pixel](a.pptx.media/image1.png)\n\n<!-- slide 2 -->\n\n## Zweite Folie\n\nж\n`,
    media: ['image1.png'],
  },
  { name: 'a.xlsx', bytes: xlsx(SHEETS), markdown: SHEETS_MARKDOWN, media: [] },
  { name: 'a.xlsm', bytes: workbook(SHEETS, 'xlsm'), markdown: SHEETS_MARKDOWN, media: [] },
  { name: 'a.xlsb', bytes: workbook(SHEETS, 'xlsb'), markdown: SHEETS_MARKDOWN, media: [] },
  { name: 'a.xls', bytes: workbook(SHEETS, 'biff8'), markdown: SHEETS_MARKDOWN, media: [] },
  { name: 'a.ods', bytes: workbook(SHEETS, 'ods'), markdown: SHEETS_MARKDOWN, media: [] },
  {
    name: 'a.odt',
    bytes: openDocument('text', ODT_BODY),
    markdown: `# Überschrift\n\nPlain **bold** [a link](https://example.com/)\n\n- one\n- two\n\n${TABLE}\n\n![A pixel](a.odt.media/image1.png)\n`,
    media: ['image1.png'],
  },
  {
    name: 'a.odp',
    bytes: openDocument('presentation', ODP_BODY),
    markdown: '<!-- slide 1 -->\n\n## Slide title\n\n- point ж\n',
    media: [],
  },
  {
    name: 'a.doc',
    bytes: doc(['Erste Zeile', 'Zweite Zeile ж']),
    markdown: 'Erste Zeile\n\nZweite Zeile ж\n',
    media: [],
  },
  {
    name: 'a.ppt',
    bytes: ppt([
      { title: 'First', lines: ['one', 'zwei ж'] },
      { title: 'Second', lines: ['x'] },
    ]),
    markdown: '## First\n\none\n\nzwei ж\n\n## Second\n\nx\n',
    media: [],
  },
  {
    name: 'a.rtf',
    bytes: RTF,
    markdown: `# Heading one\n\nPlain **bold** *italic* café ж\n\n[a link](https://example.com/)\n\n- first\n\n${TABLE}\n\nend\n`,
    media: [],
  },
  {
    name: 'a.epub',
    bytes: epub('The Book', 'Mary', [
      '<h1>One</h1><p>Text <b>bold</b> <a href="c2.xhtml">next</a> <a href="https://example.com/">web</a> é</p><img src="../images/pixel.png" alt="A pixel"/>',
      '<h1>Two</h1><ul><li>a</li><li>b</li></ul><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>',
    ]),
    markdown: `**Title:** The Book  \n**Author:** Mary\n\n# One\n\nText **bold** next [web](https://example.com/) é\n\n![A pixel](a.epub.media/pixel.png)\n\n# Two\n\n- a\n- b\n\n${TABLE}\n`,
    media: ['pixel.png'],
  },
  {
    name: 'a.pdf',
    bytes: pdf(PDF_PAGES, { link: 'https://example.com/home' }),
    markdown:
      '<!-- page 1 -->\n\n# Annual report\n\nThe first paragraph has some words in it that are long enough.\n\n[See the home page of the project for more.](https://example.com/home)\n\n| Name | Amount | Place |\n| ---- | ------ | ----- |\n| Ada  | 12     | Paris |\n| Bob  | 30     | Rome  |\n\n- first point\n- second point\n\n<!-- page 2 -->\n\nOn the second page.\n',
    media: [],
  },
  {
    name: 'a.html',
    bytes: HTML,
    markdown:
      '# Größe *日本*\n\nPlain **bold**, *italic*, [a link](https://example.com/a_b "A title"), no script, H<sub>2</sub>O, `a | b`.\n\n- one\n  - deeper\n- [x] done\n\n3. three\n4. four\n\n| A   | B    |\n| --- | ---- |\n| 1   | 2\\|3 |\n\n```js\nlet x = 1;\n  x += 1;\n```\n\n> quoted\n\n![A pixel](a.html.media/image.png)\n',
    media: ['image.png'],
  },
  {
    name: 'a.csv',
    bytes: Buffer.from('A;B\n1;"2;x"\nä;"say ""hi"""\n', 'latin1'),
    markdown: '| A   | B        |\n| --- | -------- |\n| 1   | 2;x      |\n| ä   | say "hi" |\n',
    media: [],
  },
  {
    name: 'a.tsv',
    bytes: Buffer.from('A\tB\n1\tж, и\n'),
    markdown: '| A   | B    |\n| --- | ---- |\n| 1   | ж, и |\n',
    media: [],
  },
  {
    name: 'a.eml',
    bytes: EML,
    markdown:
      '# Grüße\n\n**From:** Ada <ada@example.com>  \n**To:** Bob <bob@example.com>, carol@example.com  \n**Date:** 2026-10-01T08:00:00.000Z\n\nDear **Bob**, see [this](https://example.com/).\n\n- one\n\n## Attachments\n\n- [notes.txt](a.eml.media/notes.txt) (text/plain, 9 bytes)\n\n### notes.txt\n\nattached\n',
    media: ['notes.txt'],
  },
  {
    name: 'a.msg',
    bytes: msg({ subject: 'Grüße', from: 'Ada', body: 'x', html: '<p>The <b>body</b> ж</p>' }),
    markdown: '# Grüße\n\n**From:** Ada <sender@example.com>\n\nThe **body** ж\n',
    media: [],
  },
  {
    name: 'a.ipynb',
    bytes: NOTEBOOK,
    markdown:
      '# Größe\nSome *text*.\n\n```python\nprint(6 * 7)\n```\n\n```\n42\n```\n\n![](a.ipynb.media/output.png)\n',
    media: ['output.png'],
  },
  {
    name: 'a.json',
    bytes: Buffer.from('{"größe":[1,2]}'),
    markdown: '```json\n{\n  "größe": [\n    1,\n    2\n  ]\n}\n```\n',
    media: [],
  },
  {
    name: 'a.xml',
    bytes: FEED,
    markdown:
      '# News\n\nAll of it\n\n## First\n\n**Published:** Thu, 01 Oct 2026 08:00:00 GMT\n\n<https://example.com/1>\n\nSome **bold** text.\n',
    media: [],
  },
  {
    name: 'a.txt',
    bytes: Buffer.from('Größe *as it is*\r\n', 'latin1'),
    markdown: 'Größe *as it is*\n',
    media: [],
  },
  {
    name: 'a.rst',
    bytes: Buffer.from('Title\n=====\n\nA *word*.\n'),
    markdown: 'Title\n=====\n\nA *word*.\n',
    media: [],
  },
  {
    name: 'a.fb2',
    bytes: FICTION_BOOK,
    markdown:
      '**Title:** The Book  \n**Author:** Mary Shelley\n\n# Part one\n\n## Chapter\n\nText **bold** *ж*[^1]\n\n> cited\n\nfirst line  \nsecond line\n\n| A   | B   |\n| --- | --- |\n| 1   | 2   |\n\n![](a.fb2.media/pixel.png)\n\n[^1]: The note.\n',
    media: ['pixel.png'],
  },
  {
    name: 'a.zip',
    bytes: zipOf({
      'letters/one.docx': docx(headingPar('Letter', 1) + par(run('Dear Ada'))),
      'two.csv': 'A,B\n1,2\n',
      '__MACOSX/._two.csv': 'x',
    }),
    markdown: `## letters/one.docx\n\n### Letter\n\nDear Ada\n\n## two.csv\n\n${TABLE}\n`,
    media: [],
  },
  ...Object.entries(CODE).map(([ending, [language, text]]) => ({
    name: `a.${ending}`,
    bytes: Buffer.from(text),
    markdown: `\`\`\`${language}\n${text}\n\`\`\`\n`,
    media: [],
  })),
];
