import { describe, expect, it } from '@jest/globals';
import { estimate, learn, NO_ESTIMATE, NO_HISTORY, type RunHistory } from './run-history.js';

function after(...runs: [key: string, ms: number][][]): RunHistory {
  return runs.reduce(
    (history, run) =>
      learn(
        history,
        run.map(([key, ms]) => ({ key, ms })),
      ),
    NO_HISTORY,
  );
}
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

const LOADING: [string, number][] = [
  ['', 1_000],
  ['Loading', 10_000],
  ['Row # of #', 30_000],
];

describe('an estimate', () => {
  it('an estimate is the rest of the present phase plus the phases that usually follow', () => {
    const history = after(LOADING, LOADING);
    expect(estimate(history, null, 0).etaSeconds).toBe(41);
    expect(estimate(history, 'Loading', 4_000).etaSeconds).toBe(36);
    expect(estimate(history, 'Loading', 40_000).etaSeconds).toBe(30);
    expect(estimate(history, 'Row 7 of 1,200', 29_500).etaSeconds).toBe(1);
  });

  it('no estimate exists without a history or in an unknown phase', () => {
    expect(estimate(NO_HISTORY, null, 0)).toEqual(NO_ESTIMATE);
    expect(estimate(after(LOADING), 'Other', 0)).toEqual(NO_ESTIMATE);
  });

  it('a phase adds to the estimate in proportion to the runs that have it', () => {
    const rare: [string, number][] = [
      ['', 0],
      ['A', 1_000],
      ['B', 10_000],
      ['C', 1_000],
    ];
    const usual = rare.filter(([key]) => key !== 'B');
    const history = after(rare, usual, usual, usual);
    expect(history.phases.map(({ key }) => key)).toEqual(['', 'A', 'B', 'C']);
    expect(estimate(history, 'A', 1_000).etaSeconds).toBe(4);
  });

  it('a history follows changed runs and forgets phases that are gone', () => {
    const history = after(
      ...times(50, LOADING),
      ...times(60, [
        ['', 0],
        ['Fast', 500],
      ] as [string, number][]),
    );
    expect(history.phases.map(({ key }) => key)).toEqual(['', 'Fast']);
  });

  it('a history holds 50 phases at most', () => {
    const runs = times(200, null).map((_, index): [string, number][] => [
      [`P${String.fromCharCode(200 + index)}`, 1],
    ]);
    expect(after(...runs).phases.length).toBeLessThanOrEqual(50);
  });
});

describe('a phase is overdue', () => {
  it('a phase is overdue when it takes far longer than ever, given at least five runs', () => {
    const history = after(...times(5, LOADING));
    expect(estimate(history, 'Loading', 19_000).phaseOverdue).toBe(false);
    expect(estimate(history, 'Loading', 21_000).phaseOverdue).toBe(true);
    expect(estimate(after(...times(4, LOADING)), 'Loading', 90_000).phaseOverdue).toBe(false);
  });

  it('a phase with widely varying times is overdue only after much longer', () => {
    const [short, long] = [[['', 1_000]], [['', 60_000]]] as [string, number][][];
    const history = after(...times(10, [short ?? [], long ?? []]).flat());
    expect(estimate(history, null, 80_000).phaseOverdue).toBe(false);
    expect(estimate(history, null, 300_000).phaseOverdue).toBe(true);
  });

  it('a phase that is less than a second late is not overdue', () => {
    const history = after(...times(9, [['', 10]] as [string, number][]));
    expect(estimate(history, null, 900).phaseOverdue).toBe(false);
    expect(estimate(history, null, 1_100).phaseOverdue).toBe(true);
  });
});
