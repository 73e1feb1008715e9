/**
 * Identifies one run of a task. Every write of a run names all of these fields, so that a stale run changes nothing.
 */
export interface RunKey {
  projectId: string;
  taskId: string;
  attempt: number;
  /** Fencing token. */
  fence: number;
}
