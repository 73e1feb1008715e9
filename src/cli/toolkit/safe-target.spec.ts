import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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

it('writeWhole writes a whole file and creates its parent folders', async () => {
  const counts: number[] = [];
  const content = Readable.from([Buffer.from('ab'), Buffer.from('cd')]);
  const onBytes = (count: number): void => void counts.push(count);
  expect(await writeWhole(join(folder, 'a/b.txt'), content, { size: 4, most: 4, onBytes })).toBe(4);
  expect(readFileSync(join(folder, 'a/b.txt'), 'utf8')).toBe('abcd');
  expect(counts).toEqual([2, 2]);
});

it.each([
  ['before a byte of it is asked for', () => broken(new Readable({ read: () => {} }))],
  ['in the middle', () => Readable.from(half())],
])('a download cut off %s leaves the existing file unchanged', async (_, content) => {
  writeFileSync(join(folder, 'x.txt'), 'before');
  const written = writeWhole(join(folder, 'x.txt'), content(), { size: 4, most: 4 });
  await expect(written).rejects.toMatchObject({ code: 'cut_off' });
  expect(readdirSync(folder)).toEqual(['x.txt']);
  expect(readFileSync(join(folder, 'x.txt'), 'utf8')).toBe('before');
});

it('writeWhole rejects a file that is shorter than announced', async () => {
  const written = writeWhole(join(folder, 'x.txt'), Readable.from(['ev']), { size: 4, most: 4 });
  await expect(written).rejects.toMatchObject({ code: 'cut_off' });
  expect(readdirSync(folder)).toEqual([]);
});

it('the bytes beyond those that a file may have are not written, and not read to their end', async () => {
  const counts: number[] = [];
  const written = writeWhole(join(folder, 'x.txt'), Readable.from(endless()), {
    size: null,
    most: 6,
    onBytes: (count) => counts.push(count),
  });
  await expect(written).rejects.toMatchObject({ code: 'wrong_answer', exit: 3 });
  expect(counts).toEqual([4, 2]);
  expect(readdirSync(folder)).toEqual([]);
});

it('a file of as many bytes as it may have is written', async () => {
  const content = Readable.from([Buffer.from('ab')]);
  expect(await writeWhole(join(folder, 'x.txt'), content, { size: null, most: 2 })).toBe(2);
});

it.each(['../outside', '../nowhere', '..'])(
  'a download makes no file and no folder behind a link to %s that leads outside',
  async (place) => {
    const within = join(folder, 'in');
    mkdirSync(within);
    mkdirSync(join(folder, 'outside'));
    symlinkSync(place, join(within, 'link'));
    for (const path of ['link/a/b/x.txt', 'link/x.txt']) {
      const written = writeWhole(join(within, path), Readable.from(['x']), {
        size: 1,
        most: 1,
        within,
      });
      await expect(written).rejects.toMatchObject({ code: 'outside' });
    }
    expect(readdirSync(folder).toSorted()).toEqual(['in', 'outside']);
    expect(readdirSync(join(folder, 'outside'))).toEqual([]);
  },
);

it('a link within the folder is followed', async () => {
  mkdirSync(join(folder, 'a'));
  symlinkSync('a', join(folder, 'link'));
  const content = Readable.from(['x']);
  await writeWhole(join(folder, 'link/b/x.txt'), content, { size: 1, most: 1, within: folder });
  expect(readFileSync(join(folder, 'a/b/x.txt'), 'utf8')).toBe('x');
});

function broken(content: Readable): Readable {
  process.nextTick(() => content.destroy(new Error('gone')));
  return content;
}

function* endless(): Generator<Buffer> {
  yield Buffer.alloc(4);
  for (;;) yield Buffer.alloc(2);
}

async function* half(): AsyncGenerator<Buffer> {
  yield Buffer.from('ev');
  await Promise.resolve();
  throw new Error('gone');
}
