import type { MetarunClient } from '@metarun/client';
import type { Platform } from '../../../platform/platform.module.js';
import type { StoredEvent } from '../../../platform/events/event-log.js';
import { eventsAppended } from '../../../platform/events/messages.js';
import { isJsonObject, type Json } from '../../../base/kernel/json.js';
import { Mutex } from '../../../base/kernel/mutex.js';
import { type ProjectLine, ProjectLines } from '../../toolkit/task-view/project-lines.js';
import type { DevOutput } from './dev-output.js';

/** Number of events read per request. */
const BATCH = 200;
const TYPES = ['status', 'phase', 'approval'] as const;

/** Shows the events of the project's tasks from now on, one line each, with the names of their meta-tasks. */
export class TaskLines {
  private readonly mutex = new Mutex();
  private readonly lines: ProjectLines;
  private last = 0;
  private unsubscribe: () => void = () => undefined;

  constructor(
    private readonly platform: Pick<Platform, 'bus' | 'events'>,
    private readonly client: MetarunClient,
    private readonly output: DevOutput,
    private readonly onLine: (line: ProjectLine) => Promise<void>,
  ) {
    this.lines = new ProjectLines(client, (task) => task.task_type, output.redraws);
  }

  async open(): Promise<void> {
    const { id } = await this.client.projects.get(this.client.project);
    this.last = await this.platform.events.last(id);
    this.unsubscribe = this.platform.bus.subscribe(eventsAppended, ({ projectId }) => {
      if (projectId === id) void this.mutex.run(() => this.show(projectId)).catch(() => undefined);
    });
  }

  close(): void {
    this.unsubscribe();
  }

  private async show(projectId: string): Promise<void> {
    const filter = { projectId, types: TYPES, limit: BATCH };
    for (;;) {
      const events = await this.platform.events.readStored({ ...filter, after: this.last });
      for (const event of events) {
        this.last = event.seq;
        await this.showEvent(event);
      }
      if (events.length < BATCH) return;
    }
  }

  private async showEvent(event: StoredEvent): Promise<void> {
    const { type, taskId, createdAt, attempt } = event;
    const data: Json = JSON.parse(event.data);
    if (taskId === '' || !isJsonObject(data)) return;
    const shown = { type, time: createdAt, data: { ...data, attempt } };
    for (const line of await this.lines.of(taskId, shown)) {
      this.output.task(line, createdAt);
      // A page that cannot be opened must not stop the output.
      void this.onLine(line).catch(() => undefined);
    }
  }
}
