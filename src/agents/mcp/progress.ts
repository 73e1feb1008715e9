import type { EventLog } from '../../platform/events/event-log.js';
import type { TaskEvent } from '../../platform/events/task-event.js';
import type { ToolCall } from './call.js';

/** Events that are read at a time. */
const ROWS = 200;
/** The least that a notification adds: the protocol wants each to be more than the one before. */
const LEAST = 0.001;

/** Sends a client what a task reports of its progress. */
export class ProgressNotices {
  private after = 0;
  private sent = -LEAST;
  private phase = '';
  /** True once the task has reported a number, which is one of 100. */
  private isNumbered = false;

  constructor(
    private readonly log: EventLog,
    private readonly call: ToolCall,
    private readonly token: string | number,
    private readonly taskId: string,
  ) {}

  /** Sends what has come since the last time. */
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

/** Returns the notices that a call asks for; null where it asks for none. */
export function noticesOf(log: EventLog, call: ToolCall, taskId: string): ProgressNotices | null {
  const token = call.meta['progressToken'];
  return typeof token === 'string' || typeof token === 'number'
    ? new ProgressNotices(log, call, token, taskId)
    : null;
}
