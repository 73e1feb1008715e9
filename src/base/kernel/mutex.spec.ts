import { expect, it } from '@jest/globals';
import { Mutex } from './mutex.js';

it('a mutex runs functions one at a time in the order of the calls, even if one fails', async () => {
  const mutex = new Mutex();
  const seen: string[] = [];
  const work = (name: string, fails = false) =>
    mutex.run(async () => {
      seen.push(`${name} begins`);
      await new Promise((done) => setImmediate(done));
      seen.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const results = await Promise.allSettled([work('a'), work('b', true), work('c')]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

it('a mutex rejects for a function that throws synchronously, and runs the next one', async () => {
  const mutex = new Mutex();
  const broken = mutex.run(() => {
    throw new Error('at once');
  });
  const next = mutex.run(async () => 1);
  await expect(broken).rejects.toThrow('at once');
  await expect(next).resolves.toBe(1);
});
