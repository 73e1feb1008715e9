import { describe, expect, it } from '@jest/globals';
import type { AttemptPhase } from '../../api/types.js';
import { endedPhases, livePhases } from './phases.js';

const phase = (name: string, ms: number, usual: number | null = ms): AttemptPhase => ({
  name,
  from: '2026-01-01T00:00:00.000Z',
  duration_ms: ms,
  usual_ms: usual,
});
const USUAL = [phase('', 1), phase('Loading', 10), phase('Page # of #', 2_000), phase('End', 20)];
const short = (phases: ReturnType<typeof endedPhases>): string[] =>
  phases.map(({ name, state, ms, usual, slow }) =>
    [name, state, ms, usual, slow ? 'slow' : ''].join(' ').trim(),
  );

describe('the phases of a run that has ended', () => {
  it('the phases of a failed run end where it failed, and the usual rest is still to come', () => {
    const own = [phase('', 3), phase('Loading', 12, 10), phase('Page # of #', 500, 2_000)];
    expect(short(endedPhases('failed', own, USUAL))).toEqual([
      'Loading done 12 10',
      'Page # of # failed 500 2000',
      'End future  20',
    ]);
  });

  it('a run that succeeded, or never had a phase, shows only its own phases', () => {
    expect(short(endedPhases('success', [phase('Loading', 12)], USUAL))).toEqual([
      'Loading done 12 12',
    ]);
    expect(endedPhases('failed', [], USUAL)).toEqual([]);
  });
});

describe('the phases of a run that goes on', () => {
  const run = { current_phase: 'Page 2 of 3', phase_overdue: false };
  const begun = [
    { name: 'Loading', since: 100 },
    { name: 'Page 1 of 3', since: 150 },
    { name: 'Page 2 of 3', since: 250 },
  ];

  it('phases that differ only in numbers count as one, with their total time', () => {
    expect(short(livePhases(run, begun, USUAL, 1_000))).toEqual([
      'Loading done 50 10',
      'Page 2 of 3 now 850 2000',
      'End future  20',
    ]);
  });

  it('the present phase is slow at twice its usual time, or when the server reports it', () => {
    expect(livePhases(run, begun, USUAL, 5_000).map(({ slow }) => slow)).toEqual([
      false,
      true,
      false,
    ]);
    const overdue = { ...run, phase_overdue: true };
    expect(livePhases(overdue, begun, USUAL, 1_000)[1]?.slow).toBe(true);
  });

  it('a phase with an unknown start shows no time', () => {
    expect(short(livePhases(run, [], USUAL, 1_000))).toEqual([
      'Page 2 of 3 now  2000',
      'End future  20',
    ]);
    expect(short(livePhases({ current_phase: null, phase_overdue: false }, [], USUAL, 0))).toEqual([
      'Loading future  10',
      'Page # of # future  2000',
      'End future  20',
    ]);
  });
});
