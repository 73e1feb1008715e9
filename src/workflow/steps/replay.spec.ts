import { describe, expect, it } from '@jest/globals';
import { Replay } from './replay.js';
import type { StepRecord } from './step.js';

/** Returns records in order: `a`, `b~` if it overlapped another, `c!` if it failed. */
function records(...texts: string[]): StepRecord[] {
  return texts.map((text, position) => ({
    id: `id-${position}`,
    position,
    kind: 'step',
    name: text.replace(/[~!]/g, ''),
    occurrence: 0,
    ordered: !text.includes('~'),
    status: text.includes('!') ? 'failed' : 'success',
    attempts: 1,
    started_at: 0,
    tries: null,
    detail: null,
    left: null,
  }));
}

/** Returns the result of each step of a replay: the record's position, `new`, or the expected name. */
function meet(replay: Replay, ...names: string[]): unknown[] {
  return names.map((name) => {
    const met = replay.meet('step', name, 0);
    if (met === null) return 'new';
    return 'recorded' in met ? met.recorded.name : met.position;
  });
}

describe('a replay', () => {
  it('a replay meets the records in their order, then new steps', () => {
    const replay = new Replay(records('a', 'b'), false);
    expect(meet(replay, 'a', 'b', 'c')).toEqual([0, 1, 'new']);
    expect([replay.goesOn, replay.nextPosition]).toEqual([false, 2]);
  });

  it('a replay continues until it has met every record', () => {
    const replay = new Replay(records('a', 'b'), false);
    meet(replay, 'a');
    expect(replay.goesOn).toBe(true);
    expect(new Replay([], false).goesOn).toBe(false);
  });

  it.each([
    ['another name', ['x'], ['a']],
    ['a later one', ['b'], ['a']],
    ['one too many in between', ['a', 'x'], [0, 'b']],
  ])('a replay keeps to the recorded order and refuses %s', (_what, asked, met) => {
    expect(meet(new Replay(records('a', 'b'), false), ...asked)).toEqual(met);
  });

  it('a replay distinguishes steps of the same name by kind and number', () => {
    const [one, two] = records('a', 'a');
    if (!one || !two) throw new Error('two records');
    const replay = new Replay([one, { ...two, occurrence: 1 }], false);
    expect(replay.meet('sleep', 'a', 0)).toEqual({ recorded: one });
    expect(replay.meet('step', 'a', 0)).toBe(one);
    expect(replay.meet('step', 'a', 1)).toMatchObject({ position: 1 });
  });

  it('a replay meets overlapping steps in any order, with new ones in between', () => {
    const replay = new Replay(records('a', 'b~', 'c~'), false);
    expect(meet(replay, 'a', 'c', 'x', 'b')).toEqual([0, 2, 'new', 1]);
    expect(replay.ordered).toBe(false);
  });

  it('a new attempt repeats only the failed step at which the last attempt ended', () => {
    const recorded = records('a!', 'b', 'c!');
    expect(meet(new Replay([...recorded], true), 'a', 'b', 'c')).toEqual([0, 1, 'new']);
    expect(meet(new Replay([...recorded], false), 'a', 'b', 'c')).toEqual([0, 1, 2]);
    expect(new Replay([...recorded], true).nextPosition).toBe(2);
  });

  it('a replay forgets the cancelled steps', () => {
    const [one] = records('a');
    if (!one) throw new Error('one record');
    expect(meet(new Replay([{ ...one, status: 'cancelled' }], false), 'a')).toEqual(['new']);
  });
});
