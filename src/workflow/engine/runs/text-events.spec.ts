import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { JsonObject } from '../../../base/kernel/json.js';
import { MAX_TEXT_EVENTS, TextEvents } from './text-events.js';

let emitted: JsonObject[];
let passed: number;
beforeEach(() => {
  jest.useFakeTimers();
  emitted = [];
  passed = 0;
});
afterEach(() => {
  jest.useRealTimers();
});

const eventsAfter = (count: number): TextEvents =>
  new TextEvents(
    count,
    (data) => emitted.push(data),
    () => (passed += 1),
  );
const script = (text: string) => ({ stepId: null, kind: 'text', text }) as const;

describe('the text events of a run', () => {
  it('all text within 100 ms becomes a single event', async () => {
    const events = eventsAfter(0);
    for (const piece of ['a', 'b', 'c']) events.add(script(piece));
    await jest.advanceTimersByTimeAsync(99);
    expect(emitted).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(emitted).toEqual([{ step_id: null, kind: 'text', text: 'abc' }]);
    events.add(script('d'));
    await jest.advanceTimersByTimeAsync(100);
    expect(emitted).toHaveLength(2);
  });

  it('text events never mix steps, kinds or restarted texts', () => {
    const events = eventsAfter(0);
    events.add({ stepId: 's', kind: 'reasoning', text: 'why' });
    events.add({ stepId: 's', kind: 'text', text: 'cut o' });
    events.add({ stepId: 's', kind: 'text', text: '', reset: true });
    events.add({ stepId: 's', kind: 'text', text: 'whole' });
    events.add(script('own'));
    events.flush();
    expect(emitted).toEqual([
      { step_id: 's', kind: 'reasoning', text: 'why' },
      { step_id: 's', kind: 'text', text: 'cut o' },
      { step_id: 's', kind: 'text', text: 'whole', reset: true },
      { step_id: null, kind: 'text', text: 'own' },
    ]);
  });

  it('a long text is cut into several events, but never within a character', () => {
    const text = `x${'🎉'.repeat(5_000)}`;
    const events = eventsAfter(0);
    events.add(script(text));
    events.flush();
    const texts = emitted.map(({ text: piece }) => (typeof piece === 'string' ? piece : ''));
    expect(texts.join('')).toBe(text);
    for (const piece of texts) {
      expect(piece.length).toBeLessThanOrEqual(4_096);
      expect(piece.isWellFormed()).toBe(true);
    }
  });

  it('a task has 5,000 text events at most, including those of its earlier runs', () => {
    const events = eventsAfter(MAX_TEXT_EVENTS - 2);
    for (const piece of ['a', 'b', 'c', 'd']) {
      events.add(script(piece));
      events.flush();
    }
    expect(emitted.map((data) => data['text'])).toEqual(['a', 'b']);
    expect(passed).toBe(1);
  });
});
