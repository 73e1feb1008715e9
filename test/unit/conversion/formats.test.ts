import { describe, expect, it } from '@jest/globals';
import {
  convert,
  CONVERTER_VERSION,
  FORMATS,
} from '../../../packages/document-converter/src/convert.js';
import * as server from '../../../src/sandbox/conversion/formats.js';
import { SAMPLES } from '../../support/documents/samples.js';

const parseEnding = (name: string) => name.slice(name.indexOf('.') + 1);

describe('each format', () => {
  it.each(SAMPLES.map((sample) => [parseEnding(sample.name), sample] as const))(
    'a sample of %s becomes the expected Markdown',
    async (_, { name, bytes, markdown, media }) => {
      const options = { mediaPath: `${name}.media/`, fallback: false };
      const converted = await convert(bytes, name, options);
      expect(converted.markdown).toBe(markdown);
      expect(converted.media.map((each) => each.name)).toEqual(media);
      expect(await convert(bytes, name, options)).toEqual(converted);
    },
  );

  it('the server knows the version and the formats of the converter', () => {
    expect(server.CONVERTER_VERSION).toBe(CONVERTER_VERSION);
    expect(server.FORMATS.toSorted()).toEqual(FORMATS.toSorted());
  });

  it('every format has a sample', () => {
    const alias = ['htm', 'xhtml', 'dotx', 'ppsx', 'pptm'];
    const named = SAMPLES.map(({ name }) => parseEnding(name));
    expect(FORMATS.filter((format) => !alias.includes(format)).toSorted()).toEqual(
      named.toSorted(),
    );
  });

  it.each(
    SAMPLES.filter(({ name }) =>
      /\.(?:docx|docm|xls.|xls|pdf|epub|ods|odt|odp|ppt|doc|rtf)$/.test(name),
    ).map((sample) => [parseEnding(sample.name), sample] as const),
  )('the fallback parser reads %s too', async (_, { name, bytes, markdown }) => {
    const converted = await convert(bytes, name, { mediaPath: 'm/', fallback: true });
    const words = (text: string) => new Set(text.match(/[\p{L}\d]{3,}/gu) ?? []);
    const found = words(converted.markdown);
    const expected = [...words(markdown)].filter(
      (word) => !/^(?:media|png|image1|pixel|sup|frac|sheet)$/.test(word),
    );
    const missing = expected.filter((word) => !found.has(word));
    expect(missing.length / expected.length).toBeLessThan(0.35);
  });

  it('a format is recognised by its content, whatever the name of the file', async () => {
    for (const { name, bytes, markdown } of SAMPLES.filter((each) =>
      /\.(?:docx|pdf|xls|rtf|epub|odt|msg)$/.test(each.name),
    )) {
      const options = { mediaPath: `${name}.media/`, fallback: false };
      expect((await convert(bytes, 'misnamed.bin', options)).markdown).toBe(markdown);
    }
  });
});
