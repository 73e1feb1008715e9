import { describe, expect, it } from '@jest/globals';
import { ChildCount } from './child-count.js';

function begun(total: number): ChildCount {
  const count = new ChildCount();
  for (let n = 0; n < total; n += 1) count.set(`${n}`, 'waiting');
  return count;
}

describe('the children of a task', () => {
  it('the children of a task are counted together with those that failed', () => {
    const count = begun(200);
    for (let n = 0; n < 37; n += 1) count.set(`${n}`, n < 2 ? 'failed' : 'success');
    expect(count.text).toBe('children 37/200, 2 failed');
    count.set('0', 'failed');
    count.set('0', 'waiting');
    expect(count.text).toBe('children 37/200, 2 failed');
  });

  it('a few children are named when they end, and in a fan-out only the first that fail', () => {
    expect(begun(5).isNamed('success')).toBe(true);
    expect(begun(5).isNamed('waiting')).toBe(false);
    const many = begun(200);
    expect(many.isNamed('success')).toBe(false);
    const named = Array.from({ length: 5 }, (_, n) => {
      many.set(`${n}`, 'failed');
      return many.isNamed('failed');
    });
    expect(named).toEqual([true, true, true, false, false]);
  });

  it('the logs of a few children are shown, and of a fan-out only the first errors', () => {
    expect(begun(5).isLogged('info')).toBe(true);
    const many = begun(200);
    expect(many.isLogged('info')).toBe(false);
    const shown = Array.from({ length: 200 }, () => many.isLogged('error'));
    expect(shown.filter((each) => each)).toHaveLength(5);
  });

  it('the count of children is reported in few lines, the last of which is complete', () => {
    const count = begun(200);
    const lines: string[] = [];
    for (let n = 0; n < 200; n += 1) {
      count.set(`${n}`, 'success');
      lines.push(count.due() ?? '');
    }
    lines.push(count.due(true) ?? '', count.due(true) ?? '');
    const ended = lines.flatMap((line) => /(\d+)\/200/.exec(line)?.[1] ?? []);
    expect(ended).toEqual(['1', '2', '4', '8', '16', '32', '64', '128', '200']);
    expect(begun(3).due(true)).toBeNull();
  });
});
