import type { EventLog } from '../../platform/events/event-log.js';
import type { TaskEvent } from '../../platform/events/task-event.js';
import type { ToolCall } from './call.js';

/** Number of events that are read at a time. */
const ROWS = 200;
/** Minimum increase between notifications, since the protocol requires each to be greater than the previous one. */
const LEAST = 0.001;

/** Sends the progress of a task to a client. */
export class ProgressNotices {
  private after = 0;
  private sent = -LEAST;
  private phase = '';
  /** True once the task has reported a percentage. */
  private isNumbered = false;

  constructor(
    private readonly log: EventLog,
    private readonly call: ToolCall,
    private readonly token: string | number,
    private readonly taskId: string,
  ) {}

  /** Sends the progress reported since the last call. */
  async send(): Promise<void> {
    for (;;) {
      const events = await this.log.read({
        projectId: this.call.request.project.id,
        taskId: this.taskId,
        types: ['phase', 'progress'],
        after: this.after,
        limit: ROWS,
      });
      for (const event of events) await this.notify(event);
      this.after = events.at(-1)?.seq ?? this.after;
      if (events.length < ROWS) return;
    }
  }

  private async notify({ type, data }: TaskEvent): Promise<void> {
    if (type === 'phase' && typeof data['phase'] === 'string') this.phase = data['phase'];
    const { progress: reported } = data;
    const isNumber = typeof reported === 'number';
    this.isNumbered ||= isNumber;
    const progress = Math.max(isNumber ? reported : this.sent, this.sent + LEAST);
    this.sent = progress;
    const message = this.phase === '' ? {} : { message: this.phase };
    await this.call.notify('notifications/progress', {
      progressToken: this.token,
      progress,
      ...(this.isNumbered && { total: 100 }),
      ...message,
    });
  }
}

/** Returns the notices that a call requests; null if it requests none. */
export function createNotices(
  log: EventLog,
  call: ToolCall,
  taskId: string,
): ProgressNotices | null {
  const token = call.meta['progressToken'];
  return typeof token === 'string' || typeof token === 'number'
    ? new ProgressNotices(log, call, token, taskId)
    : null;
}
