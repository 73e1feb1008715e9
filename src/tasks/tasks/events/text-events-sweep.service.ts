import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../../../base/tokens.js';
import { getLeadToken } from '../../../workflow/engine/election/lead.token.js';
import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import type { Lead } from '../../../base/kernel/lead.js';
import type { BackgroundWork } from '../../../base/kernel/background-work.js';
import { Database } from '../../../platform/database/database.js';

/** Time for which the text events of a task are kept after its end, in ms. */
const KEPT_MS = 60 * 60 * 1000;
const SWEEP_MS = 5 * 60 * 1000;
/** Number of tasks found, and of rows deleted, per statement, so that no writer waits for long. */
const TASKS = 200;
const ROWS = 500;

interface WithText {
  project_id: string;
  task_id: string;
  ended: number;
}

/** Deletes the text events of tasks that ended an hour ago: their results replace them. */
@Injectable()
export class TextEventsSweep implements BackgroundWork {
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly database: Database,
    @Inject(getLeadToken('retention')) led: Lead,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.loop = new BackgroundLoop({
      work: () => this.sweep(),
      pollMs: SWEEP_MS,
      led,
      onError: (error) => this.logger.warn({ err: error }, 'failed to delete old text events'),
    });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Examines each task with text events, and deletes those of tasks that ended long enough ago. */
  async sweep(): Promise<void> {
    let after = '';
    while (!this.loop.stopped) {
      const found = await this.tasksAfter(after);
      for (const task of found) if (Number(task.ended) === 1) await this.deleteTextEvents(task);
      const last = found.at(-1);
      if (last === undefined || found.length < TASKS) return;
      after = last.task_id;
    }
  }

  /** Steps from task to task in the index, instead of reading each of their events. */
  private tasksAfter(after: string): Promise<WithText[]> {
    const next = (than: string): string =>
      `(SELECT MIN(task_id) FROM task_events WHERE type = 'text' AND task_id > ${than})`;
    return this.database.query<WithText>(
      `WITH RECURSIVE with_text(task_id) AS (
         SELECT ${next('CAST(? AS text)')} UNION ALL
         SELECT ${next('with_text.task_id')} FROM with_text WHERE with_text.task_id IS NOT NULL
       )
       SELECT t.project_id AS project_id, w.task_id AS task_id,
         CASE WHEN t.finished_at < ${this.database.now} - ? THEN 1 ELSE 0 END AS ended
       FROM (SELECT task_id FROM with_text WHERE task_id IS NOT NULL LIMIT ${TASKS}) w
       JOIN tasks t ON t.id = w.task_id ORDER BY w.task_id`,
      [after, KEPT_MS],
    );
  }

  private async deleteTextEvents({
    project_id: projectId,
    task_id: taskId,
  }: WithText): Promise<void> {
    const theirs = `FROM task_events WHERE task_id = ? AND type = 'text'`;
    let deleted = ROWS;
    while (deleted === ROWS && !this.loop.stopped) {
      const rows = await this.database.execute(
        `DELETE ${theirs} AND project_id = ? AND seq <= (
           SELECT MAX(seq) FROM (SELECT seq ${theirs} ORDER BY seq LIMIT ${ROWS}) AS first)
         AND EXISTS (SELECT 1 FROM tasks WHERE id = ? AND finished_at IS NOT NULL) RETURNING seq`,
        [taskId, projectId, taskId, taskId],
      );
      deleted = rows.length;
    }
  }
}
