import { expect, it } from '@jest/globals';
import type { WrittenText } from './line-stream.js';
import { TextStore } from './text-store.js';

const piece = (seq: number, text: string): WrittenText => ({
  seq,
  stepId: 's',
  kind: 'text',
  text,
  reset: false,
});

/** Returns a store with the reads that it has begun, and a function for the text that it shows. */
function openStore() {
  const reads: PromiseWithResolvers<WrittenText[]>[] = [];
  let shown = '';
  const store = new TextStore(
    () => {
      const read = Promise.withResolvers<WrittenText[]>();
      reads.push(read);
      return read.promise;
    },
    (texts) => (shown = texts.map(({ text }) => text).join()),
  );
  return { store, reads, text: () => shown };
}

it('pieces that arrive during a read follow the earlier text, each once', async () => {
  const { store, reads, text } = openStore();
  const read = store.read();
  store.add([piece(2, 'b'), piece(3, 'c')]);
  expect(text()).toBe('');
  reads[0]?.resolve([piece(1, 'a'), piece(2, 'b')]);
  await read;
  store.add([piece(3, 'c'), piece(4, 'd')]);
  expect(text()).toBe('abcd');
});

it('a read that begins during another one replaces it, whichever ends first', async () => {
  const { store, reads, text } = openStore();
  const both = [store.read(), store.read()];
  store.add([piece(4, 'd')]);
  reads[1]?.resolve([piece(1, 'a'), piece(2, 'b'), piece(3, 'c')]);
  await both[1];
  expect(text()).toBe('abcd');
  reads[0]?.resolve([piece(1, 'a')]);
  await both[0];
  expect(text()).toBe('abcd');
});

it('the known text goes on where a read fails', async () => {
  const { store, reads, text } = openStore();
  const first = store.read();
  reads[0]?.resolve([piece(1, 'a')]);
  await first;
  const second = store.read();
  store.add([piece(2, 'b')]);
  reads[1]?.reject(new TypeError('Failed to fetch'));
  await second;
  expect(text()).toBe('ab');
  store.add([piece(3, 'c')]);
  expect(text()).toBe('abc');
});
