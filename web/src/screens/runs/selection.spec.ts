import { expect, it } from '@jest/globals';
import type { Task } from '../../api/types.js';
import type { RunsRow } from './folded.js';
import {
  allOrNone,
  extended,
  NOTHING,
  computeRowSelection,
  type Selection,
  toggled,
} from './selection.js';

const run = (id: string): RunsRow => ({ kind: 'run', key: id, task: { id } as Task });
const [a, b, e] = [run('a'), run('b'), run('e')];
const same: RunsRow = { kind: 'same', key: 'same-d', tasks: [{ id: 'c' }, { id: 'd' }] as Task[] };
const ROWS = [a, b, same, e];
const ids = (selection: Selection): string => [...selection.ids].toSorted().join('');

it('a row toggles the selection of all runs that it stands for', () => {
  const one = toggled(toggled(NOTHING, a), same);
  expect(ids(one)).toBe('acd');
  expect([computeRowSelection(one, same), computeRowSelection(one, b)]).toEqual(['all', 'none']);
  expect(ids(toggled(one, same))).toBe('a');
  const part: Selection = { ids: new Set(['c']), anchor: null };
  expect(computeRowSelection(part, same)).toBe('some');
  expect(ids(toggled(part, same))).toBe('cd');
});

it('a range extends from the last selected row to another, in either direction', () => {
  const from = toggled(NOTHING, b);
  expect(ids(extended(from, ROWS, e))).toBe('bcde');
  expect(ids(extended(extended(from, ROWS, e), ROWS, a))).toBe('abcde');
  expect(ids(extended(NOTHING, ROWS, same))).toBe('cd');
  expect(ids(extended({ ids: new Set(['x']), anchor: 'gone' }, ROWS, a))).toBe('ax');
});

it('allOrNone selects every row, or none when every row is selected', () => {
  const all = allOrNone(toggled(NOTHING, a), ROWS);
  expect(ids(all)).toBe('abcde');
  expect(ids(allOrNone(all, ROWS))).toBe('');
});
