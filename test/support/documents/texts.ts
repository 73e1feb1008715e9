import { PIXEL } from './zip.js';

/** Texts, as they stand in a file. */
const lines = (...all: string[]) => Buffer.from(`${all.join('\n')}\n`, 'utf8');

export const HTML = lines(
  '<!doctype html><html><head><title>Not shown</title><style>p { color: red }</style></head><body>',
  '<h1>Größe <em>日本</em></h1>',
  '<p>Plain <b>bold</b>, <i>italic</i>, <a href="https://example.com/a_b" title="A title">a link</a>,',
  '<a href="javascript:alert(1)">no script</a>, H<sub>2</sub>O, <code>a | b</code>.</p>',
  '<ul><li>one<ul><li>deeper</li></ul></li><li><input type="checkbox" checked> done</li></ul>',
  '<ol start="3"><li>three</li><li>four</li></ol>',
  '<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2|3</td></tr></table>',
  '<pre><code class="language-js">let x = 1;\n  x += 1;</code></pre><blockquote><p>quoted</p></blockquote>',
  '<p><img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==" alt="A pixel"></p>',
  '<script>alert(1)</script></body></html>',
);

export const RTF = Buffer.from(
  String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\stylesheet{\s1\outlinelevel0 heading 1;}}{\pard\s1\outlinelevel0\b\fs32 Heading one\par}\pard Plain {\b bold} {\i italic} caf\'e9 \u1078?\par{\field{\*\fldinst HYPERLINK "https://example.com/"}{\fldrslt a link}}\par{\pard{\pntext\f0 \bullet\tab}{\*\pn\pnlvlblt}first\par}\trowd\cellx1000\cellx2000\intbl A\cell B\cell\row\trowd\cellx1000\cellx2000\intbl 1\cell 2\cell\row\pard end\par}`,
  'latin1',
);

export const EML = lines(
  'From: Ada <ada@example.com>',
  'To: Bob <bob@example.com>, carol@example.com',
  'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
  'Date: Thu, 01 Oct 2026 10:00:00 +0200',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="b"',
  '',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Dear <b>Bob</b>, see <a href="https://example.com/">this</a>.</p><ul><li>one</li></ul>',
  '--b',
  'Content-Type: text/plain; name="notes.txt"',
  'Content-Disposition: attachment; filename="notes.txt"',
  '',
  'attached',
  '--b--',
);

export const NOTEBOOK = lines(
  JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { language_info: { name: 'python' } },
    cells: [
      { cell_type: 'markdown', source: ['# Größe\n', 'Some *text*.'] },
      {
        cell_type: 'code',
        source: 'print(6 * 7)',
        outputs: [
          { output_type: 'stream', text: ['\u001b[31m42\u001b[0m\n'] },
          {
            output_type: 'display_data',
            data: {
              'image/png':
                'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
            },
          },
        ],
      },
    ],
  }),
);

export const FEED = lines(
  '<?xml version="1.0" encoding="utf-8"?>',
  '<rss version="2.0"><channel><title>News</title><description>All of it</description>',
  '<item><title>First</title><link>https://example.com/1</link><pubDate>Thu, 01 Oct 2026 08:00:00 GMT</pubDate>',
  '<description><![CDATA[<p>Some <b>bold</b> text.</p>]]></description></item></channel></rss>',
);

/** Texts that are written for programs: of each ending the language of its code, and a text. */
export const CODE: Readonly<Record<string, readonly [string, string]>> = {
  py: ['python', '# a comment\nprint("*x*")'],
  js: ['js', 'let x = 1;'],
  ts: ['ts', 'let x: number = 1;'],
  sh: ['sh', '# a comment\necho $1'],
  sql: ['sql', 'select * from fees;'],
  yaml: ['yaml', '# a comment\nfee:\n  - 10'],
  yml: ['yaml', 'fee: 10'],
  toml: ['toml', '[fees]\nrent = 10'],
  ini: ['ini', '[fees]\nrent=10'],
  jsonl: ['json', '{"fee":1}\n{"fee":2}'],
  ndjson: ['json', '{"fee":1}\n{"fee":2}'],
  css: ['css', 'p { margin: 0 }'],
  tex: ['tex', '\\section{Fees} % a comment'],
  log: ['', '10:00 started\n10:01 *ended*'],
  ics: ['', 'BEGIN:VCALENDAR\nSUMMARY:Fees\nEND:VCALENDAR'],
  vtt: ['', 'WEBVTT\n\n00:01.000 --> 00:02.000\nFees'],
  srt: ['', '1\n00:00:01,000 --> 00:00:02,000\nFees'],
  svg: ['svg', '<svg xmlns="http://www.w3.org/2000/svg"><text>Fees</text></svg>'],
};

/** A book in FictionBook. */
export const FICTION_BOOK = Buffer.from(
  `<?xml version="1.0" encoding="UTF-8"?>
<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink"><description><title-info><author><first-name>Mary</first-name><last-name>Shelley</last-name></author><book-title>The Book</book-title></title-info></description>
<body><title><p>Part one</p></title><section><title><p>Chapter</p></title><p>Text <strong>bold</strong> <emphasis>ж</emphasis><a l:href="#n1" type="note">1</a></p><cite><p>cited</p></cite><poem><stanza><v>first line</v><v>second line</v></stanza></poem><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table><image l:href="#pixel.png"/></section></body>
<body name="notes"><section id="n1"><title><p>1</p></title><p>The note.</p></section></body><binary id="pixel.png" content-type="image/png">${PIXEL.toString('base64')}</binary></FictionBook>`,
);
