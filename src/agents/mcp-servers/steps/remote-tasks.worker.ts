import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../../../base/tokens.js';
import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import { Database } from '../../../platform/database/database.js';
import { EventBus } from '../../../platform/events/event-bus.js';
import { taskEndedSomewhere } from '../../../workflow/engine/state/messages.js';
import { completeStep } from '../../../workflow/engine/operations/complete-step.js';
import { Transitions } from '../../../workflow/engine/state/transitions.js';
import { McpGateway } from '../connection/mcp-gateway.service.js';
import type { AnyMcpServer } from '../registry/mcp-server.js';
import { ServerStore } from '../registry/server-store.js';
import type { McpRemoteTaskEntity } from './mcp-remote-task.entity.js';
import type { RemotePlace } from './remote-sessions.js';
import { RemoteTasks } from './remote-tasks.js';

/** Polling interval for due tasks in ms. */
const POLL_MS = 1_000;
const AT_ONCE = 8;
/** Time limit of a poll in seconds. */
const ASK_SECONDS = 30;
/** Number of consecutive failures, over about ten minutes, after which the run itself is resumed to find the cause. */
const MAX_FAILURES = 15;

/**
 * Polls the tasks on MCP servers for which steps wait, on behalf of all servers of this installation. If a task has
 * ended or asks a question, the step is notified; if the waiting task has ended, the task on the server is cancelled.
 */
@Injectable()
export class RemoteTasksWorker {
  private readonly loop = new BackgroundLoop({
    work: () => this.work(),
    pollMs: POLL_MS,
    onError: (error) => this.logger.warn({ err: error }, 'failed to poll tasks of MCP servers'),
  });
  /** Tasks of this installation that have begun a task on a server. */
  private readonly seen = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly transitions: Transitions,
    private readonly servers: ServerStore,
    private readonly gateway: McpGateway,
    private readonly remote: RemoteTasks,
    private readonly bus: EventBus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  start(): void {
    this.bus.subscribe(taskEndedSomewhere, ({ taskId }) => {
      if (this.seen.delete(taskId)) void this.hurry(taskId).catch(() => undefined);
    });
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  private async work(): Promise<void> {
    const rows = await this.remote.claim(AT_ONCE);
    await Promise.all(rows.map((row) => this.poll(row)));
    if (rows.length === AT_ONCE) this.loop.trigger();
  }

  /** Makes the tasks on servers due whose waiting task has ended, since no step needs them any more. */
  private async hurry(taskId: string): Promise<void> {
    await this.database.execute(
      `UPDATE mcp_remote_tasks SET next_at = ${this.database.now} WHERE task_id = ? RETURNING step_id`,
      [taskId],
    );
    this.loop.trigger();
  }

  private async poll(row: McpRemoteTaskEntity): Promise<void> {
    this.seen.add(row.task_id);
    try {
      const server = await this.findServer(row);
      const need = await this.remote.loadNeed(row);
      if (need === 'none') await this.cancel(row, server);
      else if (need === 'task')
        await this.database.write((transaction) => this.remote.rest(row, transaction));
      else if (server === null) await this.report(row);
      else await this.ask(row, server);
    } catch (error) {
      if (this.loop.stopped) await this.remote.release(row);
      else await this.failed(row, error);
    }
  }

  private async ask(row: McpRemoteTaskEntity, server: AnyMcpServer): Promise<void> {
    const session = await this.remote.findSession(toRemotePlace(row));
    const limits = { signal: this.loop.signal, seconds: ASK_SECONDS, session };
    const working = await this.gateway.hold(server, limits, ({ connection }) =>
      connection.works(row.remote_id),
    );
    if (working !== null) await this.remote.later(row, working.pollMs);
    else await this.report(row);
  }

  private async cancel(row: McpRemoteTaskEntity, server: AnyMcpServer | null): Promise<void> {
    const place = toRemotePlace(row);
    const session = await this.remote.findSession(place);
    const limits = { signal: this.loop.signal, seconds: ASK_SECONDS, session };
    if (server !== null)
      await this.gateway.hold(server, limits, ({ connection }) =>
        connection.cancelTask(row.remote_id),
      );
    await this.remote.over(place);
    this.seen.delete(row.task_id);
  }

  private async failed(row: McpRemoteTaskEntity, error: unknown): Promise<void> {
    const isFinal = error instanceof MetarunError && error.code === 'mcp_error';
    if (!isFinal && row.failures < MAX_FAILURES) await this.remote.failed(row);
    else if ((await this.remote.loadNeed(row)) === 'step') await this.report(row);
    else await this.remote.over(toRemotePlace(row));
  }

  /** Completes the step, so that its run reads the state of the task. */
  private async report(row: McpRemoteTaskEntity): Promise<void> {
    const step = { projectId: row.project_id, taskId: row.task_id, stepId: row.step_id };
    const result = JSON.stringify({ ready: row.remote_id });
    await this.database.write(async (transaction) => {
      // Locks the row of the task first, like every transaction that completes a step.
      await completeStep(this.transitions, transaction, step, { status: 'success', result });
      await this.remote.rest(row, transaction);
    });
  }

  private async findServer({
    project_id,
    server_id,
  }: McpRemoteTaskEntity): Promise<AnyMcpServer | null> {
    try {
      return await this.servers.byId(project_id, server_id);
    } catch (error) {
      if (error instanceof MetarunError && error.code === 'not_found') return null;
      throw error;
    }
  }
}

function toRemotePlace(row: McpRemoteTaskEntity): RemotePlace {
  const { project_id: projectId, task_id: taskId, server_id: serverId, remote_id: remoteId } = row;
  return { projectId, taskId, serverId, remoteId };
}
