import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../../platform/database/database.js';
import { SCRIPT_LANGUAGES, type ScriptLanguage } from '../../base/languages/index.js';
import type { MetaTaskVersionEntity } from './meta-task-version.entity.js';
import { type ErrorDefinition, invalidField, MetarunError } from '../../base/kernel/errors.js';
import { quoted } from '../../base/kernel/quoted.js';
import { META_TASK_ERRORS } from './errors.js';
import type { RunnableVersion } from './meta-task.js';
import { toRunnableVersion } from './runnable-version.js';
import { identifierNear } from '../catalogue/unknown-entry.js';
import { ScriptContents } from './contents/script-contents.service.js';
import { META_TASK } from './meta-task-kind.js';

/** Maximum total length of cached scripts, in characters. Versions never change, so that they can be cached. */
const CACHE_CHARACTERS = 64 * 1024 * 1024;

/** The version of a rerun: that of the original, the current one, or another one by its number. */
export type VersionChoice = 'same' | 'current' | number;

type VersionRow = MetaTaskVersionEntity & { identifier: string };

/** Versions for the hot path: found by identifier for a submission, and by id for a run. */
@Injectable()
export class RunnableVersions {
  private readonly byId = new LRUCache<string, RunnableVersion>({
    maxSize: CACHE_CHARACTERS,
    sizeCalculation: ({ program }) =>
      1_000 +
      (program?.code.length ?? 0) * 2 +
      (program?.source_map?.length ?? 0) +
      (program?.lock?.length ?? 0),
  });

  constructor(
    private readonly database: Database,
    private readonly contents: ScriptContents,
  ) {}

  /**
   * Returns the current version of a meta-task for new tasks. Throws MetarunError with the reason if it may not be
   * used.
   */
  async current(projectId: string, identifier: string): Promise<RunnableVersion> {
    // With a plain `= ?`, SQLite prepares it again at each run because of the bound values: ten times the work of
    // finding the rows.
    const [found] = await this.database.queryShared<{ id: string; archived_at: number | null }>(
      `SELECT version.id AS id, type.archived_at AS archived_at FROM task_types type
       JOIN task_type_versions version
         ON version.task_type_id = type.id AND version.version = type.current_version
       WHERE type.project_id = (SELECT ?) AND type.identifier = (SELECT ?)`,
      [projectId, identifier],
    );
    if (!found) throw await this.unknown(projectId, identifier);
    if (found.archived_at !== null)
      throw refusal(
        META_TASK_ERRORS.task_type_archived,
        identifier,
        'is archived; restore it to run it again',
      );
    const version = await this.byVersionId(projectId, found.id);
    if (version.program === null)
      throw refusal(
        META_TASK_ERRORS.task_type_without_script,
        identifier,
        'has no script; give it one with PATCH',
      );
    return version;
  }

  /** Returns the identifiers of the meta-tasks whose current version runs on an image. */
  async onImage(projectId: string, imageId: string): Promise<string[]> {
    const rows = await this.database.query<{ identifier: string }>(
      `SELECT type.identifier AS identifier FROM task_types type
       JOIN task_type_versions version
         ON version.task_type_id = type.id AND version.version = type.current_version
       WHERE type.project_id = ? AND type.archived_at IS NULL AND version.docker_image_id = ?
       ORDER BY type.identifier`,
      [projectId, imageId],
    );
    return rows.map(({ identifier }) => identifier);
  }

  private async unknown(projectId: string, identifier: string): Promise<MetarunError> {
    const near = await identifierNear(this.database, META_TASK, projectId, identifier);
    const what =
      near === undefined ? 'create it, or correct the identifier' : `did you mean ${quoted(near)}?`;
    return refusal(
      META_TASK_ERRORS.unknown_task_type,
      identifier,
      `does not exist in this project: ${what}`,
    );
  }

  /** Returns the version of a rerun. Throws MetarunError with the reason if new tasks may not use it. */
  async again(
    projectId: string,
    versionId: string,
    choice: VersionChoice,
  ): Promise<RunnableVersion> {
    const { metaTaskId, metaTaskIdentifier } = await this.byVersionId(projectId, versionId);
    const current = await this.current(projectId, metaTaskIdentifier);
    if (choice === 'current') return current;
    if (choice === 'same') return this.byVersionId(projectId, versionId);
    const [found] = await this.database.query<{ id: string }>(
      'SELECT id FROM task_type_versions WHERE project_id = ? AND task_type_id = ? AND version = ?',
      [projectId, metaTaskId, choice],
    );
    if (found === undefined)
      throw invalidField(
        '/version',
        `there is no version ${choice}: the current one is ${current.version}`,
      );
    const version = await this.byVersionId(projectId, found.id);
    if (version.program !== null) return version;
    throw invalidField('/version', `version ${choice} has no script`);
  }

  /** Returns the languages of all stored scripts, for which a server keeps processes ready. */
  async languages(): Promise<ScriptLanguage[]> {
    const stored = await Promise.all(
      SCRIPT_LANGUAGES.map((language) =>
        this.database.query(
          'SELECT id FROM task_type_versions WHERE script_language = ? AND program_code IS NOT NULL LIMIT 1',
          [language],
        ),
      ),
    );
    return SCRIPT_LANGUAGES.filter((_, at) => stored[at]?.length === 1);
  }

  /** Returns a version with its program, wherever that is stored. */
  async toRun(projectId: string, versionId: string): Promise<RunnableVersion> {
    const version = await this.byVersionId(projectId, versionId);
    const { contentId, program } = version;
    if (contentId === null || program === null) return version;
    const text = await this.contents.program(projectId, contentId);
    return { ...version, program: { ...program, ...text } };
  }

  async byVersionId(projectId: string, versionId: string): Promise<RunnableVersion> {
    const key = `${projectId}/${versionId}`;
    const kept = this.byId.get(key);
    if (kept) return kept;
    const [row] = await this.database.query<VersionRow>(
      `SELECT version.*, COALESCE(version.draft_of, type.identifier) AS identifier FROM task_type_versions version
       LEFT JOIN task_types type ON type.id = version.task_type_id
       WHERE version.id = ? AND version.project_id = ?`,
      [versionId, projectId],
    );
    if (!row) throw new Error(`version ${versionId} is not in the database`);
    const version = toRunnableVersion(row, row.identifier);
    this.byId.set(key, version);
    return version;
  }
}

function refusal(error: ErrorDefinition, identifier: string, what: string): MetarunError {
  const sentence = what.endsWith('?') ? what : `${what}.`;
  return new MetarunError(error, `The meta-task ${quoted(identifier)} ${sentence}`, {
    errors: [{ pointer: '/task_type_identifier', message: what }],
  });
}
