import type { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/** Marks and colours of the statuses of tasks, steps and approvals. */
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

export function getStatusMark(status: string): string {
  return MARKS[status]?.[0] ?? '?';
}

export function getStatusFormat(status: string): Format {
  return MARKS[status]?.[1] ?? 'dim';
}
