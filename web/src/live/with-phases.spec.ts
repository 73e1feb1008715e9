import { expect, it } from '@jest/globals';
import { withPhases } from './with-phases.js';
import { parseEvents } from './event-text.js';

const phase = (seq: number, name: string): string =>
  `id: ${seq}\nevent: phase\ndata: {"task_id":"a","time":"2026-01-01T00:00:0${seq}.000Z","attempt":1,"phase":"${name}"}\n\n`;

it('a partial stream yields only its complete events', () => {
  const text = `: connected\n\n${phase(1, 'A')}: \n\n${phase(2, 'B: c')}id: 3\nevent: phase\ndata: {"ta`;
  expect(parseEvents(text).map(({ seq, data }) => [seq, data['phase']])).toEqual([
    [1, 'A'],
    [2, 'B: c'],
  ]);
});

it('each phase is listed once, and other events are ignored', () => {
  const first = withPhases([], parseEvents(phase(1, 'A')));
  const events = [
    ...parseEvents(phase(1, 'A') + phase(2, 'B')),
    { type: 'status', seq: 3, data: {} },
  ];
  const both = withPhases(first, events);
  expect(both.map(({ name, since }) => [name, since - Date.UTC(2026, 0)])).toEqual([
    ['A', 1_000],
    ['B', 2_000],
  ]);
  expect(withPhases(both, events)).toBe(both);
});
