import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { type TranscriptStep, type TranscriptTurn, buildTurns } from './transcript.js';

/** Provides the conversations of agents' tasks with their models, from the records of their steps. */
@Injectable()
export class Transcripts {
  constructor(private readonly database: Database) {}

  /** Returns the messages of the next `limit` requests to the model after the position `after`. */
  async read(
    projectId: string,
    taskId: string,
    { after, limit }: { after: number; limit: number },
  ): Promise<TranscriptTurn[]> {
    const asked = await this.database.query<{ position: number }>(
      `SELECT position FROM task_steps WHERE task_id = ? AND project_id = ? AND position > ? AND kind = 'model'
       ORDER BY position LIMIT ?`,
      [taskId, projectId, after, limit],
    );
    const last = asked.at(-1)?.position;
    if (last === undefined) return [];
    const steps = await this.database.query<TranscriptStep>(
      `SELECT id, position, kind, name, status, CASE WHEN kind = 'model' THEN result END AS result, error_message, detail,
         started_at, finished_at
       FROM task_steps WHERE task_id = ? AND project_id = ? AND position > ? AND position <= ?
         AND kind IN ('model', 'tool') ORDER BY position`,
      [taskId, projectId, after, last],
    );
    return buildTurns(steps);
  }
}
