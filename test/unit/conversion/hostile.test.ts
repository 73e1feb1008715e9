import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { DocumentError } from '../../../packages/document-converter/src/converted.js';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { AT_ONCE_MS } from '../../support/deadlines.js';
import { docx, par, run } from '../../support/documents/docx.js';
import { epub } from '../../support/documents/epub.js';
import { pdf } from '../../support/documents/pdf.js';
import { SAMPLES } from '../../support/documents/samples.js';
import { workbook } from '../../support/documents/workbooks.js';
import { buildZip } from '../../support/documents/zip.js';
import { sized } from '../../support/size.js';

/** Number of altered copies of each sample. */
const SEEDS = sized(25, 5);
/** Refusals with a sentence that explains them. */
const REFUSED = /^(?:unreadable|unsupported): The .+\.$/;
const CONVERTED_OR_REFUSED = new RegExp(`${REFUSED.source}|^converted: \\S`);
const options = { mediaPath: 'm/', fallback: false };

async function refusal(bytes: Buffer, name: string): Promise<string> {
  try {
    const { markdown } = await convert(bytes, name, options);
    return `converted: ${markdown.slice(0, 100)}`;
  } catch (error) {
    if (error instanceof DocumentError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

const convertToMarkdown = async (bytes: Buffer, name: string) =>
  (await convert(bytes, name, options)).markdown;

describe('archives that mean harm', () => {
  it('an archive is rejected while it is unpacked, whatever size it declares', async () => {
    const bomb = docx('', { 'word/styles.xml': Buffer.alloc(300 * 1024 * 1024) });
    expect(await refusal(bomb, 'a.docx')).toMatch(/^unreadable: .*too large.*256 MiB/);
    const lying = Buffer.from(bomb);
    for (let at = 0; at >= 0; at = lying.indexOf('PK\u0001\u0002', at + 1, 'latin1'))
      if (at > 0) lying.writeUInt32LE(10, at + 24);
    expect(await refusal(lying, 'a.docx')).toMatch(/too large/);
  });

  it('an archive with an extreme compression ratio is rejected', async () => {
    const zeros = Buffer.alloc(20 * 1024 * 1024);
    const names = ['styles', 'numbering', 'comments', 'footnotes'];
    const squeezed = Object.fromEntries(names.map((name) => [`word/${name}.xml`, zeros]));
    expect(await refusal(docx('', squeezed), 'a.docx')).toMatch(/200 times as large/);
  });

  it('an archive with too many entries is rejected', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 20_001 }, (_, n) => [`word/${n}.xml`, '']),
    );
    expect(await refusal(buildZip(many), 'a.docx')).toMatch(/too large.*20000 entries/);
  });

  it('an encrypted archive and one without a document are rejected with the reason', async () => {
    const locked = docx(par(run('x')));
    for (
      let at = locked.indexOf('PK\u0001\u0002', 0, 'latin1');
      at >= 0;
      at = locked.indexOf('PK\u0001\u0002', at + 1, 'latin1')
    )
      locked.writeUInt16LE(1, at + 8);
    expect(await refusal(locked, 'a.docx')).toBe(
      'unreadable: The document is protected by a password.',
    );
    expect(await refusal(buildZip({ 'a.txt': 'x' }), 'a.docx')).toMatch(
      /^unsupported: .*zip archive/,
    );
  });

  it('pictures of a book cannot name files outside of it', async () => {
    const body =
      '<p>x</p><img src="../../../../../../etc/passwd" alt="secret"/><img src="file:///etc/passwd" alt="too"/><img src="../images/..%2f..%2fpixel.png" alt="also"/>';
    const converted = await convert(epub('T', 'A', [body]), 'a.epub', options);
    expect(converted.media).toEqual([]);
    expect(converted.markdown).not.toMatch(/!\[|passwd/);
  });
});

describe('texts that mean harm', () => {
  it('a table with too many columns is rejected', async () => {
    expect(await refusal(Buffer.alloc(10_000_000, ','), 'a.csv')).toMatch(/too large.*columns/);
  });

  it('elements nested deeper than a stack are converted', async () => {
    const deep = `${'<div>'.repeat(50_000)}at the bottom${'</div>'.repeat(50_000)}`;
    expect(await convertToMarkdown(Buffer.from(deep), 'a.html')).toBe('at the bottom\n');
    const lists = `${'<ul><li>x'.repeat(3_000)}`;
    expect(await convertToMarkdown(Buffer.from(lists), 'a.html')).toMatch(/^- x\n/);
    const xml = `<rss>${'<a>'.repeat(100_000)}`;
    expect(await convertToMarkdown(Buffer.from(xml), 'a.xml')).toMatch(/^```xml/);
  });

  it('a table whose cells span too many places stays small', async () => {
    const cells = '<td colspan="1000" rowspan="65534">x</td>'.repeat(50);
    const table = `<table><tr><th>h</th></tr>${`<tr>${cells}</tr>`.repeat(100)}</table>`;
    expect((await convertToMarkdown(Buffer.from(table), 'a.html')).length).toBeLessThan(1_000_000);
  });

  it('a document cannot include files of the machine', async () => {
    const feed = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><rss><channel><title>&x;&b;</title><item><title>t</title><link>javascript:alert(1)</link></item></channel></rss>`;
    const markdown = await convertToMarkdown(Buffer.from(feed), 'a.xml');
    expect(markdown).not.toMatch(/root:|aaaa|\]\(javascript/);
  });

  it('links that a reader must not follow become plain text', async () => {
    const links = [
      'javascript:x',
      'JaVa\tScript:x',
      ' vbscript:x',
      'file:///x',
      '\\\\host\\x',
      'data:text/html,x',
    ];
    const html = links.map((href) => `<a href="${href}">t</a>`).join(' ');
    expect(await convertToMarkdown(Buffer.from(html), 'a.html')).toBe('t t t t t t\n');
  });

  it('a text that looks like a formula stays text', async () => {
    const rows = [
      ['A', 'B'],
      ['=1+1', '|<script>'],
    ];
    const book = workbook({ S: rows }, 'xlsx');
    expect(await convertToMarkdown(book, 'a.xlsx')).toContain('| =1+1 | \\|\\<script> |');
  });
});

describe('documents that are no more what they were', () => {
  it.each(SAMPLES.map(({ name, bytes }) => [name, bytes] as const))(
    'the document %s, cut off or changed, is converted to some text or refused with the reason',
    async (name, bytes) => {
      const ends = bytes.toString('latin1', 0, 2) === 'PK' ? REFUSED : CONVERTED_OR_REFUSED;
      for (const cut of [1, 8, 0.3, 0.7, 0.95]) {
        const left = bytes.subarray(0, cut < 1 ? Math.floor(bytes.length * cut) : cut);
        expect(await refusal(left, name)).toMatch(ends);
      }
      for (let seed = 1; seed <= SEEDS; seed += 1) {
        const changed = Buffer.from(bytes);
        for (let flip = 0; flip < 8; flip += 1) {
          const at = (seed * 7919 + flip * 104_729) % changed.length;
          changed[at] = (changed[at] ?? 0) ^ (1 << ((seed + flip) % 8));
        }
        expect(await refusal(changed, name)).toMatch(CONVERTED_OR_REFUSED);
      }
    },
  );

  it('an empty or unreadable document is rejected with the reason', async () => {
    expect(await refusal(Buffer.alloc(0), 'a.txt')).toBe('unreadable: The file is empty.');
    expect(await refusal(Buffer.from(' \n'), 'a.txt')).toBe(
      'unreadable: The document has no text.',
    );
    expect(await refusal(pdf([[]]), 'a.pdf')).toMatch(/^unreadable: .*scan.*OCR/);
    expect(await refusal(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1]), 'a.exe')).toMatch(
      /^unsupported: /,
    );
    expect(await refusal(deflateRawSync(Buffer.from('noise'.repeat(9))), 'a.docx')).toMatch(
      /^unreadable: .*named \.docx/,
    );
  });
});

describe('texts that are slow to look through', () => {
  it.each([
    ['spaces', 'a.txt', `x${' '.repeat(2_000_000)}y`],
    ['tags that never end', 'a.xml', `<rss>${'<a '.repeat(700_000)}`],
    ['brackets', 'a.html', `<p>${'['.repeat(300_000)}</p>`],
    ['marks', 'a.html', `<p>${'*_`'.repeat(100_000)}</p>`],
    ['lines to write on', 'a.html', `<p>a${'_'.repeat(1_000_000)}b</p>`],
    [
      'hidden elements',
      'a.html',
      `<p>x</p>${'<i></i>'.repeat(150_000)}${'<b hidden>y</b>'.repeat(20_000)}`,
    ],
    ['groups', 'a.rtf', `{\\rtf1\\super ${'{x'.repeat(100_000)}`],
    ['line breaks', 'a.html', `<p>a${'<br>'.repeat(1_000)}b</p>`],
    ['ampersands', 'a.html', `<p>${'&'.repeat(300_000)}</p>`],
  ])('a text that is slow to scan is handled in time: %s', async (_, name, source) => {
    const began = performance.now();
    await refusal(Buffer.from(source), name);
    expect(performance.now() - began).toBeLessThan(AT_ONCE_MS);
  });
});
