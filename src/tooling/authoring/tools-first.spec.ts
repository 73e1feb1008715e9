import { describe, expect, it } from '@jest/globals';
import { toolsFirst } from './tools-first.js';

const TOOLS: Record<string, string[]> = { a: ['c', 'b'], b: ['d'], e: ['f'], f: ['e'] };

function ordered(...all: string[]): string[] {
  return toolsFirst(all, (one) => TOOLS[one] ?? []);
}

describe('tools first', () => {
  it('toolsFirst puts the tools of an agent before it and keeps the order of all others', () => {
    expect(ordered('x', 'a', 'b', 'c', 'd')).toEqual(['x', 'c', 'd', 'b', 'a']);
  });

  it('toolsFirst ends even if two agents are tools of each other', () => {
    expect(ordered('e', 'f')).toEqual(['f', 'e']);
  });
});
