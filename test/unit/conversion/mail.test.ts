import { describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { msg, type Property } from '../../support/documents/msg.js';

const read = (bytes: Buffer | string, name = 'a.eml') =>
  convert(Buffer.from(bytes), name, { mediaPath: 'm/', fallback: false });

/** Returns a multipart mail of these parts, each with its header. */
function mail(kind: string, ...parts: string[]): string {
  const all = parts.map((part) => `--limit\r\n${part}\r\n`).join('');
  return `From: ada@example.com\r\nSubject: s\r\nMIME-Version: 1.0\r\nContent-Type: multipart/${kind}; boundary=limit\r\n\r\n${all}--limit--\r\n`;
}
const part = (type: string, text: string, more = '') =>
  `Content-Type: ${type}; charset=utf-8\r\n${more}\r\n${text}`;
const HEAD = '# s\n\n**From:** ada@example.com\n\n';

describe('the body of a mail', () => {
  it('the text is taken where the HTML has none, and after it what only the text says', async () => {
    const empty = mail('alternative', part('text/plain', 'One'), part('text/html', '<p> </p>'));
    expect((await read(empty)).markdown).toBe(`${HEAD}One\n`);
    const html =
      '<p>Dear <b>Ada</b>, <a href="https://example.com/?who=1">look here</a>.</p><img src="cid:x" alt="Logo">';
    const text =
      'DEAR ADA, look here: https://example.com/?who=2\r\n[image: logo.png]\r\n[cid:x@01D] Answer by Friday, Ada.';
    const both = mail('alternative', part('text/plain', text), part('text/html', html));
    const { markdown, warnings } = await read(both);
    expect(markdown).toBe(
      `${HEAD}Dear **Ada**, [look here](https://example.com/?who=1).\n\nLogo\n\n**Only in the plain text of the mail:**\n\nAnswer by Friday,\n`,
    );
    expect(warnings).toEqual([]);
    const picture = mail(
      'alternative',
      part('text/plain', 'Only here'),
      part('text/html', '<img src="https://example.com/a.png">'),
    );
    expect((await read(picture)).markdown).toBe(
      `${HEAD}![](https://example.com/a.png)\n\nOnly here\n`,
    );
  });

  it('files that are encoded in a text are attachments', async () => {
    const text = [
      'Before',
      'begin 644 notes.txt',
      '(96YC;V1E9`H ',
      '`',
      'end',
      'After',
      'begin 644 is not a file',
    ];
    const plain = `From: ada@example.com\r\nSubject: s\r\n\r\n${text.join('\r\n')}`;
    const { markdown, media } = await read(plain);
    expect(markdown).toBe(
      `${HEAD}Before  \nAfter  \nbegin 644 is not a file\n\n## Attachments\n\n- [notes.txt](m/notes.txt) (application/octet-stream, 8 bytes)\n\n### notes.txt\n\nencoded\n`,
    );
    expect(media.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['encoded\n']);
  });
});

describe('fields and parts of a mail', () => {
  it('all fields for readers are kept, also several authors and who answers go to', async () => {
    const fields = [
      'From: Ada <ada@example.com>, bob@example.com',
      'Sender: carol@example.com',
      'Reply-To: =?utf-8?q?B=C3=BCro?= <office@example.com>',
      'To: Team: dan@example.com, Eve <eve@example.com>;',
      'Resent-To: frank@example.com',
      'Keywords: fees, rent',
      'Comments: read this',
      'Message-ID: <1@example.com>',
      'Subject: s',
    ];
    const { markdown, warnings } = await read(`${fields.join('\r\n')}\r\n\r\ntext`);
    expect(markdown).toBe(
      '# s\n\n**From:** Ada <ada@example.com>, bob@example.com  \n**Sender:** carol@example.com  \n**Reply-To:** Büro <office@example.com>  \n**To:** Team: dan@example.com, Eve <eve@example.com>  \n**Resent-To:** frank@example.com  \n**Comments:** read this  \n**Keywords:** fees, rent\n\ntext\n',
    );
    expect(warnings).toEqual([]);
  });

  it('a mail to very many readers is read with all of them', async () => {
    const to = Array.from({ length: 150_000 }, (_, at) => `reader${at}@example.com`).join(', ');
    const { markdown, warnings } = await read(
      `From: ada@example.com\nTo: ${to}\nSubject: s\n\ntext`,
    );
    expect(markdown).toContain('reader149999@example.com\n\ntext\n');
    expect(warnings).toEqual([]);
  });

  it('a mail of parts that does not say what they begin with is read all the same', async () => {
    const whole = mail('mixed', part('text/plain', 'One'), part('text/html', '<p>Two'));
    const parts = await read(whole.replace('; boundary=limit', '; format=flowed'));
    expect(parts.markdown).toBe(`${HEAD}One\n\nTwo\n`);
    expect(parts.warnings).toEqual([
      'The mail does not say what its parts begin with: they were found by their lines.',
    ]);
    const text = await read(
      'From: ada@example.com\nSubject: s\nMIME-Version: 1.0\nContent-Type: multipart/mixed\n\nAll of it\n--\nAda\n',
    );
    expect(text.markdown).toBe(`${HEAD}All of it  \n\\--  \nAda\n`);
    expect(text.warnings).toEqual([
      'The mail does not say what its parts begin with: its body was read as text.',
    ]);
  });

  it('reports of servers, contacts, dates and other texts are read', async () => {
    const status = 'Reporting-MTA: dns; mx.example.com\r\n\r\nStatus: 5.1.1';
    const { markdown } = await read(
      mail(
        'report',
        part('text/plain', 'It failed.'),
        part('message/delivery-status', status),
        part('text/rfc822-headers', 'Subject: first'),
        part(
          'text/vcard',
          'BEGIN:VCARD\r\nFN:Bob',
          'Content-Disposition: attachment; filename=b.vcf\r\n',
        ),
        part('text/calendar', 'SUMMARY:Meeting'),
        part('text/enriched', '<bold>rich</bold>', 'Content-Description: more of it\r\n'),
      ),
    );
    for (const said of [
      '```\nReporting-MTA: dns; mx.example.com\n\nStatus: 5.1.1\n```',
      '### b.vcf\n\n```\nBEGIN:VCARD\nFN:Bob\n```',
      'SUMMARY:Meeting',
      'Subject: first',
      '### more of it\n\n```\n<bold>rich</bold>\n```',
    ])
      expect(markdown).toContain(said);
  });
});

describe('mail of Outlook', () => {
  const SUBJECT = 0x37;
  const BODY = 0x1000;
  const CODE_PAGE = 0x3f_fd;
  const INTERNET = 0x3f_de;
  const gbk = (text: string) => iconv.encode(text, 'gbk');

  it.each<[string, Property[]]>([
    ['the code page of the mail', [[CODE_PAGE, 936]]],
    ['the code page of the internet', [[INTERNET, 936]]],
    ['its letters', []],
  ])('text in a code page is decoded by %s', async (_, more) => {
    const text = '会议将于星期五上午在北京举行，请大家准时参加。谢谢！';
    const bytes = msg([[SUBJECT, gbk('会议通知')], [BODY, gbk(text)], ...more]);
    expect((await read(bytes, 'a.msg')).markdown).toBe(`# 会议通知\n\n${text}\n`);
  });

  it('the body is read where it is RTF alone', async () => {
    const rtf = Buffer.from('{\\rtf1\\ansi only \\b rich\\b0\\par}');
    const header = Buffer.alloc(16);
    header.writeUInt32LE(rtf.length + 12, 0);
    header.writeUInt32LE(rtf.length, 4);
    header.write('MELA', 8);
    const bytes = msg([
      [SUBJECT, 's'],
      [0x10_09, Buffer.concat([header, rtf])],
    ]);
    expect((await read(bytes, 'a.msg')).markdown).toBe('# s\n\nonly **rich**\n');
  });
});
