import { describe, expect, it } from '@jest/globals';
import { Replay } from './replay.js';
import type { StepRecord } from './step.js';

function child(position: number, status: string, kind = 'task'): StepRecord {
  const name = `${kind} ${position}`;
  const base = { id: name, position, kind, name, occurrence: 0, ordered: true, started_at: 0 };
  return { ...base, status, attempts: 1, tries: null, detail: null, left: null };
}

describe('a new attempt', () => {
  it('asks again for the children at its end that failed or were cancelled, each in its place', () => {
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

  it('keeps what earlier ones ended with', () => {
    const records = [child(0, 'failed'), child(1, 'success', 'step'), child(2, 'failed')];
    const replay = new Replay(records, true);
    const met = records.map(({ kind, name }) => replay.meet(kind, name, 0));
    expect(met).toMatchObject([{ status: 'failed' }, { status: 'success' }, { status: 'new' }]);
  });
});

it('a run that goes on after a wait gets every end as it was recorded', () => {
  const records = [child(0, 'failed'), child(1, 'waiting')];
  const replay = new Replay(records, false);
  const met = records.map(({ kind, name }) => replay.meet(kind, name, 0));
  expect(met).toMatchObject([{ status: 'failed' }, { status: 'waiting' }]);
});
