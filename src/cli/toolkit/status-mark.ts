import type { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/** A status of a task, a step or an approval, as it is marked and coloured everywhere. */
const MARKS: Record<string, readonly [mark: string, format: Format]> = {
  pending: ['·', 'dim'],
  running: ['▸', 'cyan'],
  waiting: ['…', 'yellow'],
  success: ['✓', 'green'],
  approved: ['✓', 'green'],
  failed: ['✗', 'red'],
  rejected: ['✗', 'red'],
  cancelled: ['–', 'yellow'],
  expired: ['–', 'yellow'],
};

export function markOf(status: string): string {
  return MARKS[status]?.[0] ?? '?';
}

export function formatOf(status: string): Format {
  return MARKS[status]?.[1] ?? 'dim';
}
