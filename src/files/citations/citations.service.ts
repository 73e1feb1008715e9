import { Injectable } from '@nestjs/common';
import { newId } from '../../base/kernel/ids.js';
import { Database, type SqlValue } from '../../platform/database/database.js';
import type { CitationEntity } from './citation.entity.js';
import { hashOfLines, type QuotedPassage, STALE_REASONS, type StaleReason } from './citation.js';

/** A passage cited by a task. Times are in ms since the epoch. */
export interface Citation {
  id: string;
  taskId: string;
  workspaceId: string;
  path: string;
  quote: string;
  heading: string[];
  line: number;
  etag: string;
  stale: StaleReason | null;
  staleAt: number | null;
  createdAt: number;
}

export interface CitationFilter {
  taskId?: string | undefined;
  workspaceId?: string | undefined;
  path?: string | undefined;
  /** True to list only stale citations. */
  stale: boolean;
}

const COLUMNS =
  'id, project_id, task_id, workspace_id, path, quote, heading, line, lines_hash, etag, seen_etag, created_at';

/** Stores the passages cited by the results of tasks. */
@Injectable()
export class Citations {
  constructor(private readonly database: Database) {}

  /** Replaces the stored citations of a task. */
  async keep(
    { projectId, taskId }: { projectId: string; taskId: string },
    passages: readonly QuotedPassage[],
  ): Promise<void> {
    await this.database.write(async (transaction) => {
      await transaction.query('DELETE FROM citations WHERE task_id = ? AND project_id = ?', [
        taskId,
        projectId,
      ]);
      if (passages.length === 0) return;
      await transaction.query(
        `INSERT INTO citations (${COLUMNS}) VALUES ${passages.map(() => '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
        passages.flatMap(({ workspace, quote, result, lines }): SqlValue[] => [
          newId(),
          projectId,
          taskId,
          workspace.id,
          result.path,
          quote,
          JSON.stringify(result.heading),
          result.line,
          hashOfLines(lines),
          result.etag,
          result.etag,
          Date.now(),
        ]),
      );
    });
  }

  /** Returns the citations of a project after the id `after`, oldest first. */
  async list(
    projectId: string,
    { taskId, workspaceId, path, stale }: CitationFilter,
    { after, limit }: { after: string | undefined; limit: number },
  ): Promise<Citation[]> {
    const conditions: [sql: string, value: SqlValue | undefined][] = [
      ['project_id = ?', projectId],
      ['id > ?', after ?? ''],
      ['task_id = ?', taskId],
      ['workspace_id = ?', workspaceId],
      ['path = ?', path],
    ];
    const given = conditions.filter(([, value]) => value !== undefined);
    const ofState = stale ? ' AND stale IS NOT NULL' : '';
    const rows = await this.database.query<CitationEntity>(
      `SELECT * FROM citations WHERE ${given.map(([sql]) => sql).join(' AND ')}${ofState} ORDER BY id LIMIT ?`,
      [...given.map(([, value]) => value ?? null), limit],
    );
    return rows.map(toCitation);
  }
}

function toCitation(row: CitationEntity): Citation {
  return {
    id: row.id,
    taskId: row.task_id,
    workspaceId: row.workspace_id,
    path: row.path,
    quote: row.quote,
    heading: JSON.parse(row.heading) as string[],
    line: row.line,
    etag: row.etag,
    stale: STALE_REASONS.find((reason) => reason === row.stale) ?? null,
    staleAt: row.stale_at,
    createdAt: row.created_at,
  };
}
