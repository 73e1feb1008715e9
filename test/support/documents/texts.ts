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
