/** One run of a task. Every write of the run names all of it, so that a stale run changes nothing. */
export interface RunKey {
  projectId: string;
  taskId: string;
  attempt: number;
  /** Fencing token. */
  fence: number;
}
