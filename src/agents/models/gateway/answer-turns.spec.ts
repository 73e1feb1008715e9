import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { AnswerTurns } from './answer-turns.js';

it('answer pieces are read immediately while the turn of the event loop is young', async () => {
  const turns = new AnswerTurns(() => 0);
  let read = 0;
  for (let piece = 0; piece < 3; piece += 1) void turns.enter('a').then(() => (read += 1));
  await Promise.resolve();
  await Promise.resolve();
  expect(read).toBe(3);
});

it('later pieces are read one per turn, alternating between owners, then immediately again', async () => {
  let now = 0;
  const turns = new AnswerTurns(() => now);
  await turns.enter('a');
  now = 5;
  const read: string[] = [];
  for (const piece of ['a 1', 'a 2', 'a 3', 'b 1'])
    void turns.enter(piece.slice(0, 1)).then(() => read.push(piece));
  const counts: number[] = [];
  for (let turn = 0; read.length < 4 && turn < 20; turn += 1) {
    await nextTurn();
    counts.push(read.length);
  }
  expect(read).toEqual(['a 1', 'b 1', 'a 2', 'a 3']);
  // No turn reads two pieces.
  expect(counts.filter((count, index) => count - (counts[index - 1] ?? 0) > 1)).toEqual([]);
  await nextTurn();
  await nextTurn();
  const pieces = [turns.enter('a'), turns.enter('b')];
  expect(await Promise.race([Promise.all(pieces).then(() => 'at once'), nextTurn('later')])).toBe(
    'at once',
  );
});
