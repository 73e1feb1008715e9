import type { MemorySource } from '../../api/types.js';

const LONGEST = 100;

/** Part of a run that a memory comes from, with the search parameters that show it. */
export interface SourcePlace {
  what: 'params' | 'result' | 'log' | 'step' | 'approval' | 'run';
  search: { tab?: 'data' | 'logs' | 'timeline'; q?: string; span?: string };
}

/** Returns the part of a run that a source leads to. A source in the log leads to the line with the quote. */
export function locateSource({ pointer, quote, step_id: step }: MemorySource): SourcePlace {
  if (pointer === '/params') return { what: 'params', search: { tab: 'data' } };
  if (pointer === '/result') return { what: 'result', search: { tab: 'data' } };
  if (pointer === '/log') {
    const q = quote?.split('\n', 1)[0]?.trim().slice(0, LONGEST) ?? '';
    return { what: 'log', search: { tab: 'logs', ...(q !== '' && { q }) } };
  }
  if (step !== null) return { what: 'step', search: { tab: 'timeline', span: step } };
  if (pointer?.startsWith('/approvals/')) return { what: 'approval', search: {} };
  return { what: 'run', search: {} };
}
