import { PassThrough } from 'node:stream';
import { expect, it } from '@jest/globals';
import { Output, own } from './output.js';
import { measureTextWidth } from './text-width.js';

let written: string;

function outputOn(isTTY: boolean): Output {
  written = '';
  const stream = new PassThrough()
    .setEncoding('utf8')
    .on('data', (text: string) => (written += text));
  return new Output(Object.assign(stream, { isTTY }) as unknown as NodeJS.WriteStream);
}

it('the output shows control characters as text, and lets the colours of this program through', () => {
  const text = `${own('\u001b[31m')}a\u001b[32m\u202e${own('\u001b[39m')}\n`;
  expect(measureTextWidth(own('\u001b[31m'))).toBe(0);
  outputOn(true).write(text);
  expect(written).toBe('\u001b[31ma\\u001b[32m\\u202e\u001b[39m\n');
});

it('a sequence that only resembles those of this program is shown as text', () => {
  outputOn(true).write('\u001b[1000;1000;1000;1000;0m');
  expect(written).toMatch(/^\\u001b/);
});

it('a JSON document means the same once it is cleaned', () => {
  const document = { 'a\u009b\u202e': '\u001b]0;x\u0007\u007f\u2028' };
  outputOn(false).write(JSON.stringify(document));
  // oxlint-disable-next-line no-control-regex
  expect(written).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/);
  expect(JSON.parse(written)).toEqual(document);
});

it('the content of a file comes as it is into a pipe, and cleaned onto a terminal', async () => {
  const content = Buffer.from('\u001b[2Jä');
  const chunks = async function* () {
    yield* [content.subarray(0, 5), content.subarray(5)];
  };
  await outputOn(false).copy(chunks());
  expect(written).toBe('\u001b[2Jä');
  await outputOn(true).copy(chunks());
  expect(written).toBe('\\u001b[2Jä');
});
