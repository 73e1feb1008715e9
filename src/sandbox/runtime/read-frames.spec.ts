import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { MAX_FRAME_BYTES } from './protocol.js';
import { readFrames } from './read-frames.js';

function reading(onLine: (line: string) => void = () => undefined) {
  const stream = new PassThrough({ highWaterMark: 2 * MAX_FRAME_BYTES });
  const lines: string[] = [];
  const errors: unknown[] = [];
  const end = readFrames(
    stream,
    (line) => {
      lines.push(line);
      onLine(line);
    },
    (error) => errors.push(error),
  );
  return { stream, lines, errors, end };
}

it('lines are read until the reading ends', async () => {
  const { stream, lines, errors, end } = reading();
  stream.write('one\ntw');
  stream.write('o\nthree');
  await turn();
  end();
  stream.write('\nfour\n');
  await turn();
  expect([lines, errors]).toEqual([['one', 'two'], []]);
});

it('a line that is too long ends the reading and throws nothing into the stream', async () => {
  const { stream, lines, errors } = reading();
  stream.write(Buffer.alloc(MAX_FRAME_BYTES + 1, 'a'));
  stream.write('\nnext\n');
  await turn();
  expect(lines).toEqual([]);
  expect(errors).toEqual([expect.objectContaining({ name: 'ProtocolError' })]);
});

it('a line that cannot be read ends the reading and throws nothing into the stream', async () => {
  const { stream, lines, errors } = reading((line) => void JSON.parse(line));
  stream.write('{}\nno JSON\n{}\n');
  await turn();
  expect(lines).toEqual(['{}', 'no JSON']);
  expect(errors).toEqual([expect.any(SyntaxError)]);
});

it('only a session of a guest, which catches what it reads, cuts frames besides', () => {
  const folder = import.meta.dirname;
  const cutting = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.spec)\.ts$/.test(path))
    .filter((path) => readFileSync(join(folder, path), 'utf8').includes('new FrameSplitter'));
  expect(cutting.toSorted()).toEqual(['guest-session.ts', 'read-frames.ts']);
});
