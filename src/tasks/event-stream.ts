import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Response } from 'express';
import type { EventBus } from '../events/event-bus.js';
import type { EventLog } from '../events/event-log.js';
import { TASK_EVENT_TYPES, type TaskEvent, type TaskEventType } from '../events/task-event.js';
import { isFinished } from '../engine/task-status.js';
import { isoTime } from '../kernel/clock.js';

/** Events read from the table at a time. */
const BATCH = 500;
/** Silence after which a comment is sent, so that proxies keep the connection, ms. */
const HEARTBEAT_MS = 15_000;
/** How often the table is looked at without being told to; other servers may have written to it. */
const POLL_MS = 1_000;

export interface StreamOptions {
  projectId: string;
  /** Only this task's events; the stream then ends after the event that ends the task. */
  taskId?: string;
  after: number;
  types?: readonly TaskEventType[];
}

/**
 * Server-sent events out of the event log, until the reader goes or the task ends. A slow reader slows only
 * its own stream: nothing is read ahead of what it has taken.
 */
export class EventStream {
  private after: number;
  private wake: (() => void) | null = null;
  private dirty = true;
  private gone = false;

  constructor(
    private readonly log: EventLog,
    private readonly bus: EventBus,
    private readonly response: Response,
    private readonly options: StreamOptions,
  ) {
    this.after = options.after;
  }

  async run(): Promise<void> {
    const unsubscribe = this.bus.subscribe('events', ({ projectId }) => {
      if (projectId === this.options.projectId) this.rouse();
    });
    this.response.on('close', () => {
      this.gone = true;
      this.rouse();
    });
    this.response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    this.response.write(': connected\n\n');
    try {
      await this.follow();
    } finally {
      unsubscribe();
      this.response.end();
    }
  }

  private async follow(): Promise<void> {
    let quietSince = Date.now();
    while (!this.gone) {
      this.dirty = false;
      const events = await this.log.read({
        ...this.options,
        types: this.wanted(),
        after: this.after,
        limit: BATCH,
      });
      for (const event of events) {
        this.after = event.seq;
        if (this.shows(event) && !this.response.write(frame(event))) await this.drained();
        if (this.ends(event) || this.gone) return;
      }
      if (events.length > 0) quietSince = Date.now();
      if (events.length === BATCH) continue;
      if (Date.now() - quietSince >= HEARTBEAT_MS) {
        this.response.write(': heartbeat\n\n');
        quietSince = Date.now();
      }
      if (!this.dirty) await this.sleep(POLL_MS);
      // Under load several commits fall into one turn: one read for them all (a tenth of the server's CPU time).
      await nextTurn();
    }
  }

  /** Types to read: a task's own stream must see its status to know its end. */
  private wanted(): readonly TaskEventType[] {
    const { types, taskId } = this.options;
    if (types === undefined) return TASK_EVENT_TYPES;
    return taskId === undefined || types.includes('status') ? types : [...types, 'status'];
  }

  private shows(event: TaskEvent): boolean {
    return this.options.types?.includes(event.type) ?? true;
  }

  private ends(event: TaskEvent): boolean {
    if (this.options.taskId === undefined || event.type !== 'status') return false;
    const { status } = event.data;
    return typeof status === 'string' && isFinished(status);
  }

  private rouse(): void {
    this.dirty = true;
    this.wake?.();
  }

  private sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.wake?.(), ms);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = null;
        resolve();
      };
    });
  }

  private drained(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.response.off('drain', done);
        this.response.off('close', done);
        resolve();
      };
      this.response.on('drain', done);
      this.response.on('close', done);
    });
  }
}

function frame(event: TaskEvent): string {
  const data = {
    task_id: event.taskId,
    time: isoTime(event.createdAt),
    attempt: event.attempt,
    ...(event.level === null ? {} : { level: event.level }),
    ...event.data,
  };
  return `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(data)}\n\n`;
}
