import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { OpenRequests } from '../../../access/auth/open-requests.service.js';
import { isFinished } from '../../../workflow/engine/state/task-status.js';
import { EventLog, type StoredEvent } from '../../../platform/events/event-log.js';
import { EventSelection, type Selected } from '../../../platform/events/event-selection.js';
import { EventTails } from '../../../platform/events/event-tails.js';
import { isJsonObject } from '../../../base/kernel/json.js';
import { EventStream, type StreamOptions } from './event-stream.js';
import { StreamLimits } from './stream-limits.js';
import { TasksService } from '../tasks.service.js';

export interface StreamRequest {
  projectId: string;
  /** The last event that the reader has; null without one. */
  after: number | null;
  /** Id of its key or token. */
  caller: string;
}

/** The events of tasks as streams. */
@Injectable()
export class TaskEventsService {
  constructor(
    private readonly tasks: TasksService,
    private readonly log: EventLog,
    private readonly tails: EventTails,
    private readonly limits: StreamLimits,
    private readonly open: OpenRequests,
  ) {}

  /**
   * Streams a task's events from the first one, or after `after`. A reader of an ended task without further events gets
   * 204, which keeps an EventSource from reconnecting forever; so does the reader of a deleted one.
   */
  async streamTask(
    { projectId, after, caller }: StreamRequest,
    taskId: string,
    selected: Pick<Selected, 'types' | 'level'>,
    response: Response,
  ): Promise<void> {
    const { id, status } = await this.tasks.get(projectId, taskId);
    if (isFinished(status)) {
      const left = await this.log.read({ projectId, taskId: id, after: after ?? 0, limit: 1 });
      if (left.length === 0) {
        response.status(204).end();
        return;
      }
    }
    const selection = new EventSelection({ ...selected, taskIds: [id] }, endsTask);
    const isOver = async (end: number): Promise<boolean> => {
      const later = { projectId, taskId: id, after: end, types: ['status'] as const, limit: 1 };
      return (await this.log.read(later)).length === 0;
    };
    const options = { projectId, after: after ?? 0, selection, isOver, preface: '' };
    await this.limits.count(projectId, caller, response, () => this.stream(options, response));
  }

  /** Streams the project's events from now on, or after `after`, of which some may have been deleted. */
  async streamProject(
    { projectId, after, caller }: StreamRequest,
    selected: Selected,
    response: Response,
  ): Promise<void> {
    const selection = new EventSelection(selected);
    await this.limits.count(projectId, caller, response, async () => {
      const start = await this.resolveStart(projectId, after);
      await this.stream({ projectId, selection, ...start }, response);
    });
  }

  /** Returns the start of a project's stream. A reader that asks for deleted events gets an event that says so. */
  private async resolveStart(
    projectId: string,
    after: number | null,
  ): Promise<{ after: number; preface: string }> {
    const newest = await this.log.last(projectId);
    if (after === null) return { after: newest, preface: '' };
    // 0 asks for all existing events.
    if (after === 0) return { after, preface: '' };
    const oldest = (await this.log.oldest(projectId)) ?? newest + 1;
    if (after >= oldest - 1 && after <= newest) return { after, preface: '' };
    const start = after > newest ? newest : oldest - 1;
    const data = JSON.stringify({ last_event_id: after, oldest, newest });
    return { after: start, preface: `id: ${start}\nevent: gap\ndata: ${data}\n\n` };
  }

  private async stream(options: Omit<StreamOptions, 'onOpen'>, response: Response): Promise<void> {
    const { projectId } = options;
    try {
      const tail = await this.tails.acquire(projectId);
      const onOpen: StreamOptions['onOpen'] = (end) => this.open.onEnd(response, end);
      await new EventStream(this.tails, tail, response, { ...options, onOpen }).run();
    } finally {
      this.tails.release(projectId);
    }
  }
}

function endsTask({ type, data }: StoredEvent): boolean {
  if (type !== 'status') return false;
  const value: unknown = JSON.parse(data);
  return isJsonObject(value) && typeof value['status'] === 'string' && isFinished(value['status']);
}
