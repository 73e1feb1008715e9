import { describe, expect, it } from '@jest/globals';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { docx, footnotesPart, headingPar, par, run } from '../../support/documents/docx.js';
import { storedDocument } from '../../support/documents/samples.js';
import { buildZip } from '../../support/documents/zip.js';

const read = (bytes: Buffer | string, name: string) =>
  convert(Buffer.from(bytes), name, { mediaPath: 'm/', fallback: false });

/** Returns a mail with one attachment. */
function mail(subject: string, name: string, content: Buffer | string, type = 'message/rfc822') {
  const limit = `limit-${subject}`;
  const isText = typeof content === 'string';
  const lines = [
    'From: ada@example.com',
    `Subject: ${subject}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${limit}"`,
    '',
    `--${limit}`,
    'Content-Type: text/plain',
    '',
    `body of ${subject}`,
    `--${limit}`,
    `Content-Type: ${type}`,
    `Content-Disposition: attachment; filename="${name}"`,
    ...(isText ? [] : ['Content-Transfer-Encoding: base64']),
    '',
    isText ? content : content.toString('base64'),
    `--${limit}--`,
    '',
  ];
  return lines.join('\r\n');
}

describe('attachments', () => {
  it('attachments are converted with their notes, pictures and warnings', async () => {
    const attached = docx(
      headingPar('Report', 1) +
        par(run('Noted') + '<w:r><w:footnoteReference w:id="2"/></w:r>' + run('x', '<w:vanish/>')),
      footnotesPart('2', 'A note.'),
    );
    const bytes = mail('outer', 'report.docx', attached, 'application/octet-stream');
    const { markdown, warnings, media } = await read(bytes, 'a.eml');
    expect(markdown).toContain('\n### report.docx\n\n#### Report\n\nNoted[^1]\n\n[^1]: A note.\n');
    expect(warnings).toEqual(['In "report.docx": Hidden text was left out: after "Noted".']);
    expect(media.map(({ name }) => name)).toEqual(['report.docx']);
    // Some programs save mails as UTF-16.
    const wide = await read(Buffer.from(bytes, 'utf16le'), 'a.eml');
    expect(wide.markdown).toBe(markdown);
    const other = await read(storedDocument('attachments.msg'), 'a.msg');
    expect(other.markdown).toContain(
      '### letter.docx\n\nin the letter\n\n![A pixel](m/image1.png)',
    );
    expect(other.warnings).toEqual([]);
    expect(other.media.map(({ name }) => name)).toEqual(['letter.docx', 'odd.bin', 'image1.png']);
  });

  it('a name of an attachment has no characters that nothing shows', async () => {
    const bytes = mail('outer', 'a\u3164\u200bb\uffa0.bin', Buffer.from([1]), 'image/x-odd');
    const { media } = await read(bytes, 'a.eml');
    expect(media.map(({ name }) => name)).toEqual(['a-b-.bin']);
  });

  it('mails within mails are converted to a maximum depth and reported beyond it', async () => {
    let inner = 'From: ada@example.com\r\nSubject: last\r\n\r\nbody of last';
    for (const subject of ['five', 'four', 'three', 'two', 'one'])
      inner = mail(subject, 'inner.eml', inner);
    const { markdown, warnings } = await read(inner, 'a.eml');
    const bodies = [...markdown.matchAll(/body of (\w+)/g)].map(([, subject]) => subject);
    expect(bodies).toEqual(['one', 'two', 'three', 'four', 'five']);
    expect(warnings).toEqual([
      expect.stringMatching(
        /"inner\.eml" was not converted: it is in a document within 4 others\.$/,
      ),
    ]);
  });
});

describe('archives of documents', () => {
  it('files of an archive that are not converted are reported', async () => {
    const archive = buildZip({
      '../../etc/passwd.txt': 'hostile name',
      README: '# Read *me*',
      'notes.md': 'a note',
      'photo.png': Buffer.from([137, 80, 78, 71, 0, 0]),
      'bad.docx': 'no document',
      'empty.txt': '',
    });
    const { markdown, warnings, media } = await read(archive, 'a.zip');
    expect(markdown).toBe(
      '## ../../etc/passwd.txt\n\nhostile name\n\n## README\n\n# Read *me*\n\n## notes.md\n\na note\n',
    );
    expect(media).toEqual([]);
    expect(warnings).toEqual([
      '"photo.png" was not converted: The format is not one that is converted to Markdown.',
      expect.stringMatching(/^"bad\.docx" was not converted: The file is named \.docx/),
      'Empty files of the archive were left out: "empty.txt".',
    ]);
  });

  it('files of one name, or of names that differ in case alone, are all kept, and so are remarks', async () => {
    const entries = [
      ['a.txt', 'one'],
      ['a.txt', 'two'],
      ['A.txt', 'three'],
      ['b/', ''],
      ['b/a', 'no format'],
      ['b\\c.md', 'four'],
      ['b/c.md', 'five'],
      ['a.txt', 'six'],
    ] as const;
    const remark = Buffer.from('By Ada');
    const archive = Buffer.concat([buildZip(entries), remark]);
    archive.writeUInt16LE(remark.length, archive.length - remark.length - 2);
    const { markdown, warnings } = await read(archive, 'a.zip');
    expect(markdown.split('\n\n').map((each) => each.trim())).toEqual(
      'By Ada|## a.txt|one|## a (2).txt|two|## A.txt|three|## b/c.md|four|## b/c (2).md|five|## a (3).txt|six'.split(
        '|',
      ),
    );
    expect(warnings).toEqual([
      '"b/a" was not converted: The format is not one that is converted to Markdown.',
    ]);
  });

  it('nested archives are limited in depth, number and total size', async () => {
    let archive = buildZip({ 'deep.txt': 'at the bottom' });
    for (let level = 8; level > 0; level -= 1)
      archive = buildZip({ [`text${level}.txt`]: `text ${level}.`, 'inner.zip': archive });
    const nested = await read(archive, 'a.zip');
    expect(nested.markdown.match(/text \d\./g)).toEqual([
      'text 1.',
      'text 2.',
      'text 3.',
      'text 4.',
    ]);
    expect(nested.warnings.join('\n')).toContain('it is in a document within 4 others');

    const many = Object.fromEntries(
      Array.from({ length: 510 }, (_, at) => [`t${at}.txt`, `${at}`]),
    );
    const photos = Object.fromEntries(
      Array.from({ length: 600 }, (_, at) => [`p${at}.png`, Buffer.from([137, 80, 78, 71, 0, 0])]),
    );
    const mixed = await read(buildZip({ ...photos, 'last.txt': 'the only text' }), 'a.zip');
    expect(mixed.markdown).toBe('## last.txt\n\nthe only text\n');
    const counted = await read(buildZip(many), 'a.zip');
    expect(counted.markdown.match(/^## t/gm)).toHaveLength(500);
    expect(counted.warnings).toHaveLength(10);

    // Each inner archive is within the limits; together they exceed them.
    const inner = buildZip({ 'a.bin': Buffer.alloc(30 * 1024 * 1024), 'a.txt': 'text' });
    const wide = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`z${at}.zip`, inner]));
    const { warnings } = await read(buildZip(wide), 'a.zip');
    expect(warnings.join('\n')).toMatch(/too many, or too large together/);
  });

  it('an archive without a document or of another kind is rejected', async () => {
    const refusal = (bytes: Buffer) => expect(read(bytes, 'a.zip')).rejects;
    const binary = Buffer.from([0, 1, 2, 3, 0, 0]);
    await refusal(buildZip({ 'a.exe': binary })).toMatchObject({
      code: 'unsupported',
      message: expect.stringMatching(/^The archive has no document .*"a\.exe" was not converted/),
    });
    await refusal(buildZip({ 'META-INF/MANIFEST.MF': 'x', 'a.txt': 'x' })).toMatchObject({
      message: expect.stringContaining('not a document that is converted'),
    });
  });
});

describe('texts of other names', () => {
  it('texts for people are kept unchanged, and program sources become code blocks', async () => {
    const text = '# a comment\nx = *y*';
    expect((await read(text, 'tools/README')).markdown).toBe(`${text}\n`);
    expect((await read(text, 'LICENSE')).markdown).toBe(`${text}\n`);
    expect((await read(text, 'a.py')).markdown).toBe(`\`\`\`python\n${text}\n\`\`\`\n`);
    await expect(read(text, 'a.unknown')).rejects.toMatchObject({ code: 'unsupported' });
    await expect(read(Buffer.from([0, 1, 2, 0, 4, 5]), 'a.ts')).rejects.toMatchObject({
      code: 'unreadable',
    });
  });
});
