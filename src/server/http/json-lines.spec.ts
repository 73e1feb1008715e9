import { expect, it } from '@jest/globals';
import { type LinesLimits, readLines } from './json-lines.js';

const LIMITS: LinesLimits = {
  member: 'tasks',
  most: 10,
  lineBytes: 20,
  values: { values: 100, members: 100 },
};

async function* inChunks(text: string, bytes: number): AsyncGenerator<Buffer> {
  const whole = Buffer.from(text);
  for (let from = 0; from < whole.length; from += bytes) yield whole.subarray(from, from + bytes);
}

it.each([1, 7, 13, 1_000])(
  'lines are read whole, whatever the size of the chunks: %d bytes',
  async (bytes) => {
    const lines = Array.from({ length: 10 }, (_, index) => ({ name: `task ${index}` }));
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('\n');
    expect(await readLines(inChunks(text, bytes), LIMITS)).toEqual({ tasks: lines });
  },
);

it.each([1, 7, 1_000])(
  'a line that is too long is refused: in chunks of %d bytes',
  async (bytes) => {
    const text = `{"name":"a"}\n{"name":"${'a'.repeat(20)}"}\n`;
    await expect(readLines(inChunks(text, bytes), LIMITS)).rejects.toMatchObject({
      code: 'too_large',
    });
  },
);
