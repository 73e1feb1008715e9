import { describe, expect, it } from '@jest/globals';
import { Replay } from './replay.js';
import type { StepRecord } from './step.js';

function child(position: number, status: string, kind = 'task'): StepRecord {
  const name = `${kind} ${position}`;
  const base = { id: name, position, kind, name, occurrence: 0, ordered: true, started_at: 0 };
  return { ...base, status, attempts: 1, tries: null, detail: null, left: null };
}

describe('a new attempt', () => {
  it('a new attempt repeats the failed and cancelled children at its end, each in its place', () => {
    const records = ['success', 'failed', 'cancelled', 'success'].map((status, position) =>
      child(position, status),
    );
    const replay = new Replay(records, true);
    const met = records.map(({ kind, name }) => replay.meet(kind, name, 0));
    expect(met).toMatchObject([
      { status: 'success' },
      { status: 'new' },
      { status: 'new' },
      { status: 'success' },
    ]);
    expect(replay.nextPosition).toBe(4);
  });

  it('a new attempt keeps the recorded end of a child before a later step', () => {
    const records = [child(0, 'failed'), child(1, 'success', 'step'), child(2, 'failed')];
    const replay = new Replay(records, true);
    const met = records.map(({ kind, name }) => replay.meet(kind, name, 0));
    expect(met).toMatchObject([{ status: 'failed' }, { status: 'success' }, { status: 'new' }]);
  });
});

it('a run resumed after a wait gets every recorded end unchanged', () => {
  const records = [child(0, 'failed'), child(1, 'waiting')];
  const replay = new Replay(records, false);
  const met = records.map(({ kind, name }) => replay.meet(kind, name, 0));
  expect(met).toMatchObject([{ status: 'failed' }, { status: 'waiting' }]);
});
