import { describe, expect, it } from '@jest/globals';
import { type Converted } from '../../../packages/document-converter/src/converted.js';
import { convert } from '../../../packages/document-converter/src/convert.js';
import { isBalanced } from '../../../packages/document-converter/src/input/balanced-xml.js';
import { ZipArchive } from '../../../packages/document-converter/src/input/zip.js';
import { requireSample } from '../../support/documents/samples.js';
import { type Parts, buildZip } from '../../support/documents/zip.js';

const DAMAGED = 'The document is damaged: what could be read of it was kept.';
const TEXT_ONLY = 'The document is damaged: only its text was kept.';

/** Returns a sample with parts replaced by the results of `change`; undefined removes a part. */
function changed(
  ending: string,
  change: (xml: string, part: string) => string | undefined,
): Buffer {
  const zip = new ZipArchive(requireSample(ending).bytes);
  const parts: Parts = {};
  for (const name of zip.names) {
    const content = zip.read(name) ?? Buffer.alloc(0);
    const isXml = /\.(?:xml|rels)$/.test(name);
    const part = isXml ? change(content.toString('utf8'), name) : content;
    if (part !== undefined) parts[name] = part;
  }
  return buildZip(parts, ['mimetype']);
}

function read(bytes: Buffer, name: string, fallback = false): Promise<Converted> {
  return convert(bytes, name, { mediaPath: `${name}.media/`, fallback });
}

const MAIN: Record<string, RegExp> = {
  docx: /word\/document\.xml$/,
  pptx: /slides\/slide1\.xml$/,
  xlsx: /worksheets\/sheet1\.xml$/,
  odt: /^content\.xml$/,
  odp: /^content\.xml$/,
  ods: /^content\.xml$/,
};

describe('a document of which a part is broken XML', () => {
  it.each(Object.entries(MAIN))(
    'a %s document with an unclosed tag keeps everything',
    async (ending, part) => {
      const { name, markdown } = requireSample(ending);
      const bytes = changed(ending, (xml, path) =>
        part.test(path) ? xml.replace(/<\/[\w:-]+>\s*$/, '') : xml,
      );
      const converted = await read(bytes, name);
      expect(converted.markdown).toBe(markdown);
      expect(converted.warnings).toContain(DAMAGED);
    },
  );

  it.each(Object.entries(MAIN))(
    'a %s document that is cut off keeps its beginning',
    async (ending, part) => {
      const { name, markdown } = requireSample(ending);
      const bytes = changed(ending, (xml, path) =>
        part.test(path) ? xml.slice(0, Math.floor(xml.length * 0.9)) : xml,
      );
      const converted = await read(bytes, name);
      const first = markdown.split('\n').find((line) => line !== '') ?? '';
      expect(converted.markdown.split('\n')).toContain(first);
      expect(converted.warnings).toContain(DAMAGED);
    },
  );

  it.each(Object.entries(MAIN))(
    'a %s document keeps a bare ampersand as text',
    async (ending, part) => {
      const { name } = requireSample(ending);
      const bytes = changed(ending, (xml, path) =>
        part.test(path) ? xml.replace(/>(?=[AN]|Slide|First|Plain)/, '>R&D ') : xml,
      );
      expect((await read(bytes, name)).markdown).toContain('R&D ');
    },
  );

  it('an intact document is not reported as damaged', async () => {
    for (const ending of Object.keys(MAIN)) {
      const { name, bytes } = requireSample(ending);
      expect((await read(bytes, name)).warnings).not.toContain(DAMAGED);
    }
  });
});

describe('a document that its engine does not read', () => {
  it('a pptx document without its list of slides is still read slide by slide', async () => {
    const bytes = changed('pptx', (xml, path) =>
      path === 'ppt/presentation.xml' ? undefined : xml,
    );
    const { markdown, warnings } = await read(bytes, 'a.pptx');
    expect(markdown).toMatch(
      /^<!-- slide 1 -->\n\n## First slide\n[^]*\n<!-- slide 2 -->\n\n## Zweite Folie\n/,
    );
    expect(markdown).toContain('| 1   | 2   |');
    expect(warnings).toContain(DAMAGED);
  });

  it('characters, tables and links of an RTF document are read', async () => {
    const bytes = Buffer.from(
      String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\*\generator x;}\uc1 Gr\'fc\u223?e\par` +
        String.raw`\trowd A\cell B\cell\row\trowd 1\cell 2\cell\row\pard last{\field{\*\fldinst HYPERLINK "x"}{\fldrslt link}}\par}`,
      'latin1',
    );
    const { markdown, warnings } = await read(bytes, 'a.rtf', true);
    expect(markdown).toBe(
      'Grüße\n\n| A   | B   |\n| --- | --- |\n| 1   | 2   |\n\nlast[link](x)\n',
    );
    expect(warnings).toEqual([]);
  });

  it('the fallback parser reads the paragraphs of a doc document', async () => {
    const { bytes, markdown } = requireSample('doc');
    const again = await read(bytes, 'a.doc', true);
    expect(again.markdown).toBe(markdown);
    expect(again.warnings).toEqual([TEXT_ONLY]);
  });

  it('the fallback parser reads the titles of a ppt document', async () => {
    const { bytes, markdown } = requireSample('ppt');
    const again = await read(bytes, 'a.ppt', true);
    const headings = (text: string) => text.split('\n').filter((line) => line.startsWith('## '));
    expect(headings(again.markdown)).toEqual(headings(markdown));
    expect(headings(markdown).length).toBeGreaterThan(0);
  });

  it('an RTF document without text is rejected as unreadable', async () => {
    const rtf = Buffer.from(String.raw`{\rtf1\ansi{\fonttbl{\f0 Arial;}}}`);
    await expect(read(rtf, 'a.rtf')).rejects.toMatchObject({ code: 'unreadable' });
  });
});

describe('XML', () => {
  it.each([
    ['<a><b x="1 > 2" y=\'"\'/><!-- < --><![CDATA[<&]]>&amp;&#8364;</a>', true],
    ['<?xml version="1.0"?>\n<!DOCTYPE a>\n<a/>', true],
    ['<a><b></a></b>', false],
    ['<a>', false],
    ['<a x="1></a>', false],
    ['<a <b></b></a>', false],
    ['<a>R&D</a>', false],
    ['<a x="R&D;;"/>', true],
    ['<a x="R&D"/>', false],
    ['<?a R&D?><a/>', false],
    ['<!-- R&D --><a/>', true],
    ['<a></ab>', false],
    ['<ab></a>', false],
    ['<a></a >', true],
    ['<é></é>', true],
    ['<a></a', false],
    ['<a/></a>', false],
    ['<></>', false],
    ['<!-- <a/>', false],
  ])('the XML %s is well-formed: %s', (xml, expected) => {
    expect(isBalanced(Buffer.from(xml))).toBe(expected);
  });
});
