import { setTimeout as delay } from 'node:timers/promises';
import type { EventLog } from '../../platform/events/event-log.js';
import type { TailReader } from '../../platform/events/event-tail.js';
import type { TaskEvent } from '../../platform/events/task-event.js';
import { isFinished } from '../../workflow/engine/state/task-status.js';

/** Minimum interval between checks in ms; all changes within it are reported as one. */
const PAUSE_MS = 250;
/** Number of events that are read at a time. */
const ROWS = 500;

/** A task resource that a client follows. */
export interface FollowedResource {
  readonly uri: string;
  readonly taskId: string;
  readonly kind: 'logs' | 'result';
}

/** Reports changes to the logs and results of tasks until all have ended. */
export class TaskFollower implements TailReader {
  readonly taskIds: readonly string[];
  private readonly stopped = new AbortController();
  private more = true;
  private wake: () => void = () => undefined;

  constructor(
    private readonly log: EventLog,
    private readonly projectId: string,
    private readonly resources: readonly FollowedResource[],
    private readonly updated: (uri: string) => void,
  ) {
    this.taskIds = [...new Set(resources.map(({ taskId }) => taskId))];
  }

  onNews(): void {
    this.more = true;
    this.wake();
  }

  stop(): void {
    this.stopped.abort();
    this.wake();
  }

  /** Follows the tasks. `ended`: those that had ended before the event `after`. */
  async run(after: number, ended: ReadonlySet<string>): Promise<void> {
    const open = new Set(this.taskIds);
    let last = after;
    const report = (taskId: string, kinds: readonly string[]): void => {
      for (const one of this.resources)
        if (one.taskId === taskId && kinds.includes(one.kind)) this.updated(one.uri);
    };
    const end = (taskId: string): void => {
      if (open.delete(taskId)) report(taskId, ['logs', 'result']);
    };
    for (const taskId of ended) end(taskId);
    while (open.size > 0 && !this.stopped.signal.aborted) {
      this.more = false;
      const filter = { projectId: this.projectId, taskIds: [...open], after: last, limit: ROWS };
      const events = await this.log.read({ ...filter, types: ['log', 'status'] });
      last = events.at(-1)?.seq ?? last;
      const logged = events.filter(({ type }) => type === 'log').map(({ taskId }) => taskId);
      for (const event of events) if (isEnd(event)) end(event.taskId);
      for (const taskId of new Set(logged)) if (open.has(taskId)) report(taskId, ['logs']);
      if (events.length < ROWS && open.size > 0) await this.waitForMore();
    }
  }

  private async waitForMore(): Promise<void> {
    await delay(PAUSE_MS, undefined, { signal: this.stopped.signal }).catch(() => undefined);
    if (this.more || this.stopped.signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
    });
  }
}

function isEnd({ type, data: { status } }: TaskEvent): boolean {
  return type === 'status' && typeof status === 'string' && isFinished(status);
}
