import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../../base/tokens.js';
import type { ServerResponse } from 'node:http';
import type { ServerEventBus } from '@modelcontextprotocol/server';
import type { Response } from 'express';
import type { Logger } from 'pino';
import { isJsonObject, type JsonObject } from '../../base/kernel/json.js';
import { EventLog } from '../../platform/events/event-log.js';
import { EventTails } from '../../platform/events/event-tails.js';
import { isFinished } from '../../workflow/engine/state/task-status.js';
import { OpenRequests } from '../../access/auth/open-requests.service.js';
import { StreamLimits } from '../../tasks/tasks/events/stream-limits.js';
import { TasksService } from '../../tasks/tasks/tasks.service.js';
import { hasScope, type McpRequest } from './request.js';
import { type FollowedResource, TaskFollower } from './task-follower.js';
import { namedBy } from './uris.js';

/** Maximum number of resources that one stream follows. */
const MAX_FOLLOWED = 50;

/** Manages streams that notify clients of changes to the logs and results of tasks. */
@Injectable()
export class TaskSubscriptions {
  constructor(
    private readonly tasks: TasksService,
    private readonly log: EventLog,
    private readonly tails: EventTails,
    private readonly limits: StreamLimits,
    private readonly requests: OpenRequests,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns the resources that the caller may follow: logs and results of tasks of the project. */
  async followed(request: McpRequest, uris: readonly string[]): Promise<FollowedResource[]> {
    if (!hasScope(request, 'tasks:read')) return [];
    const { project } = request;
    const followed: FollowedResource[] = [];
    for (const uri of new Set(uris.slice(0, MAX_FOLLOWED))) {
      const named = namedBy(project, uri);
      if (named === null || named.kind === 'file') continue;
      if (named.kind === 'logs' && named.lines !== null) continue;
      const task = await this.tasks.get(project.id, named.taskId).catch(() => null);
      if (task !== null) followed.push({ uri, taskId: task.id, kind: named.kind });
    }
    return followed;
  }

  /**
   * Returns the changes to the resources in the form for the protocol's library. `end` is called once there are no
   * more.
   */
  createEventBus(projectId: string, followed: readonly FollowedResource[], end: () => void) {
    return {
      publish: () => undefined,
      subscribe: (listener) => {
        const updated = (uri: string): void => listener({ kind: 'resource_updated', uri });
        const follower = new TaskFollower(this.log, projectId, followed, updated);
        void this.follow(projectId, follower)
          .catch((error: unknown) =>
            this.logger.warn({ err: error }, 'failed to serve a subscription'),
          )
          .finally(end);
        return () => follower.stop();
      },
    } satisfies ServerEventBus;
  }

  /** Serves a stream within the caller's limit on open streams; `end` ends it when the caller loses read access. */
  async serve(
    { project, caller }: McpRequest,
    response: ServerResponse,
    end: () => void,
    stream: () => Promise<void>,
  ): Promise<void> {
    const answer = response as Response;
    await this.limits.count(project.id, caller.id, answer, async () => {
      this.requests.onEnd(answer, end);
      await stream();
    });
  }

  private async follow(projectId: string, follower: TaskFollower): Promise<void> {
    try {
      const tail = await this.tails.acquire(projectId);
      const unfollow = tail.follow(follower);
      try {
        const { newest } = tail;
        const ended = new Set<string>();
        for (const id of follower.taskIds) {
          const task = await this.tasks.get(projectId, id).catch(() => null);
          if (task === null || isFinished(task.status)) ended.add(id);
        }
        await follower.run(newest, ended);
      } finally {
        unfollow();
      }
    } finally {
      this.tails.release(projectId);
    }
  }
}

/** Returns the URIs that a message asks to follow; null for any other message. */
export function followedIn(body: unknown): string[] | null {
  const notifications = readNotifications(body);
  const uris = notifications?.['resourceSubscriptions'];
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : null;
}

/** Returns the message with its URIs replaced. */
export function following(body: unknown, uris: string[]): unknown {
  const notifications = readNotifications(body);
  if (!isJsonObject(body) || !isJsonObject(body['params']) || notifications === null) return body;
  const given = { ...notifications, resourceSubscriptions: uris };
  return { ...body, params: { ...body['params'], notifications: given } };
}

function readNotifications(body: unknown): JsonObject | null {
  if (!isJsonObject(body) || body['method'] !== 'subscriptions/listen') return null;
  const { params } = body;
  const given = isJsonObject(params) ? params['notifications'] : null;
  return isJsonObject(given) ? given : null;
}
