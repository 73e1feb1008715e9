import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { writeWhole } from './safe-target.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'safe-target-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

it('writes a file as a whole, and makes the folders on the way', async () => {
  const counts: number[] = [];
  const content = Readable.from([Buffer.from('ab'), Buffer.from('cd')]);
  const onBytes = (count: number): void => void counts.push(count);
  expect(await writeWhole(join(folder, 'a/b.txt'), content, { size: 4, onBytes })).toBe(4);
  expect(readFileSync(join(folder, 'a/b.txt'), 'utf8')).toBe('abcd');
  expect(counts).toEqual([2, 2]);
});

it.each([
  ['before a byte of it is asked for', () => broken(new Readable({ read: () => {} }))],
  ['in the middle', () => Readable.from(half())],
])('leaves what was there where the connection breaks off %s', async (_, content) => {
  writeFileSync(join(folder, 'x.txt'), 'before');
  const written = writeWhole(join(folder, 'x.txt'), content(), { size: 4 });
  await expect(written).rejects.toMatchObject({ code: 'cut_off' });
  expect(readdirSync(folder)).toEqual(['x.txt']);
  expect(readFileSync(join(folder, 'x.txt'), 'utf8')).toBe('before');
});

it('refuses a file of another size than it should have', async () => {
  const written = writeWhole(join(folder, 'x.txt'), Readable.from(['ev']), { size: 4 });
  await expect(written).rejects.toMatchObject({ code: 'cut_off' });
  expect(readdirSync(folder)).toEqual([]);
});

function broken(content: Readable): Readable {
  process.nextTick(() => content.destroy(new Error('gone')));
  return content;
}

async function* half(): AsyncGenerator<Buffer> {
  yield Buffer.from('ev');
  await Promise.resolve();
  throw new Error('gone');
}
