import { describe, expect, it } from '@jest/globals';
import { toolsFirst } from './tools-first.js';

const TOOLS: Record<string, string[]> = { a: ['c', 'b'], b: ['d'], e: ['f'], f: ['e'] };

function ordered(...all: string[]): string[] {
  return toolsFirst(all, (one) => TOOLS[one] ?? []);
}

describe('tools first', () => {
  it('puts what an agent runs before it, and keeps the order of all else', () => {
    expect(ordered('x', 'a', 'b', 'c', 'd')).toEqual(['x', 'c', 'd', 'b', 'a']);
  });

  it('ends where two have each other as tools', () => {
    expect(ordered('e', 'f')).toEqual(['f', 'e']);
  });
});
