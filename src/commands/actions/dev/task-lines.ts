import type { MetarunClient } from '@metarun/client';
import type { Core } from '../../../core/core.js';
import type { StoredEvent } from '../../../events/event-log.js';
import { eventsAppended } from '../../../events/messages.js';
import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json.js';
import { Mutex } from '../../../kernel/mutex.js';
import { raisedAt } from '../../../languages/stack.js';
import type { DevOutput } from './dev-output.js';

/** Events that are read at once. */
const BATCH = 200;
const TYPES = ['status', 'phase', 'approval'] as const;

/** Shows the lives of the project's tasks from now on, each step of one as a line. */
export class TaskLines {
  private readonly mutex = new Mutex();
  private readonly started = new Map<string, number>();
  private last = 0;
  private unsubscribe: () => void = () => undefined;

  constructor(
    private readonly core: Core,
    private readonly client: MetarunClient,
    private readonly output: DevOutput,
  ) {}

  async open(): Promise<void> {
    const { id } = await this.client.projects.get(this.client.project);
    this.last = await this.core.events.last(id);
    this.unsubscribe = this.core.bus.subscribe(eventsAppended, ({ projectId }) => {
      if (projectId === id) void this.mutex.run(() => this.show(projectId)).catch(() => undefined);
    });
  }

  close(): void {
    this.unsubscribe();
  }

  private async show(projectId: string): Promise<void> {
    const filter = { projectId, types: TYPES, limit: BATCH };
    for (;;) {
      const events = await this.core.events.readStored({ ...filter, after: this.last });
      for (const event of events) {
        this.last = event.seq;
        await this.tell(event);
      }
      if (events.length < BATCH) return;
    }
  }

  private async tell({ type, taskId, taskType, data, createdAt }: StoredEvent): Promise<void> {
    const parsed: Json = JSON.parse(data);
    if (taskType === null || !isJsonObject(parsed)) return;
    const line = (what: string, state: 'going' | 'well' | 'badly' = 'going'): void =>
      this.output.task(taskType, taskId, what, state);
    if (type === 'phase') line(textOf(parsed['phase']));
    if (type === 'approval' && parsed['status'] === 'pending')
      line(`waits for an approval: ${textOf(parsed['prompt'])}`);
    if (type !== 'status') return;
    const { status } = parsed;
    if (status === 'running') {
      if (!this.started.has(taskId)) line('started');
      this.started.set(taskId, this.started.get(taskId) ?? createdAt);
    } else if (status === 'waiting') line('waits');
    else if (status === 'pending' && parsed['error_code'] != null)
      line(`is tried again: ${textOf(parsed['error_message'])}`);
    else if (status === 'success') line(`success${this.took(taskId, createdAt)}`, 'well');
    else if (status === 'cancelled') line('cancelled', 'badly');
    else if (status === 'failed') line(await this.failure(taskId, parsed), 'badly');
  }

  /** How long it was from its first start, which what began before this server has none of. */
  private took(taskId: string, now: number): string {
    const began = this.started.get(taskId);
    this.started.delete(taskId);
    return began === undefined ? '' : ` in ${((now - began) / 1000).toFixed(1)} s`;
  }

  private async failure(
    taskId: string,
    { error_code, error_message }: JsonObject,
  ): Promise<string> {
    this.started.delete(taskId);
    const { error_stack: stack } = await this.client.tasks.get(taskId);
    const place = raisedAt(stack ?? '');
    const at = place === null ? '' : ` (${place.file}:${place.line})`;
    return `failed, ${textOf(error_code)}: ${textOf(error_message)}${at}`;
  }
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
