import type { Step } from '../../api/types.js';

/** Returns the id of the child run that a step waits for; null for other steps. */
export function findChildRunId({ kind, detail }: Pick<Step, 'kind' | 'detail'>): string | null {
  if (kind !== 'task' || typeof detail !== 'object' || detail === null) return null;
  const id: unknown = Reflect.get(detail, 'task_id');
  return typeof id === 'string' ? id : null;
}
