import { type Database, type Transaction } from '../../platform/database/database.js';
import { MetaTaskEntity } from './meta-task.entity.js';
import { MetaTaskVersionEntity } from './meta-task-version.entity.js';
import { isUniqueViolation } from '../../platform/database/unique-violation.js';
import { MetarunError } from '../../base/kernel/errors.js';
import { isUuid, newId } from '../../base/kernel/ids.js';
import { type Quotas } from '../projects/quotas.service.js';
import {
  changed,
  columnsOf,
  created,
  type DefinitionChange,
  definitionOf,
  definitionPart,
  same,
  schemaOf,
} from './definition.js';
import type { Definition } from './fields.js';
import { type DefinitionCheck, type Prepared } from './definition-check.service.js';
import { identifierFor } from './identifier.js';
import { withSpeltHosts } from './network-rules.js';
import type { MetaTask } from './meta-task.js';
import { assertConditions, type Conditions } from '../../platform/wire/conditions.js';
import { etagOf, overtaken, unchanged } from './meta-task-etag.js';
import { identifierNear, unknownMetaTask, unknownVersion } from './unknown-meta-task.js';

/** The number of names that are tried for a generated identifier. */
const IDENTIFIER_TRIES = 1_000;

export interface ListOptions {
  archived: boolean;
  limit: number;
  offset: number;
}

/** The catalogue of meta-tasks. Every change to a definition makes a new immutable version. */
export class MetaTasksService {
  constructor(
    private readonly database: Database,
    private readonly definitions: DefinitionCheck,
    private readonly quotas: Quotas,
  ) {}

  async create(
    projectId: string,
    given: DefinitionChange & { name: string; identifier?: string | null | undefined },
    createdBy: string,
  ): Promise<MetaTask> {
    const { identifier, ...change } = given;
    const definition = withSpeltHosts(created(change));
    const prepared = await this.definitions.prepare(projectId, definition);
    for (let number = 1; number <= IDENTIFIER_TRIES; number += 1) {
      const wanted = identifier ?? identifierFor(definition.name, number);
      try {
        return await this.insert(projectId, wanted, definition, prepared, createdBy);
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        if (identifier != null) break;
      }
    }
    throw new MetarunError(
      'duplicate',
      `A meta-task with the identifier "${identifier ?? identifierFor(definition.name, 1)}" exists already; choose another one.`,
      { errors: [{ pointer: '/identifier', message: 'is in use' }] },
    );
  }

  /** Newest first. */
  async list(projectId: string, { archived, limit, offset }: ListOptions): Promise<MetaTask[]> {
    const query = this.database.read
      .createQueryBuilder(MetaTaskEntity, 'type')
      .where('type.project_id = :projectId', { projectId })
      .orderBy('type.created_at', 'DESC')
      .addOrderBy('type.id', 'DESC')
      .limit(limit)
      .offset(offset);
    if (!archived) query.andWhere('type.archived_at IS NULL');
    const types = await query.getMany();
    if (types.length === 0) return [];
    const versions = await this.database.read
      .createQueryBuilder(MetaTaskVersionEntity, 'version')
      .innerJoin(
        MetaTaskEntity,
        'type',
        'type.id = version.task_type_id AND type.current_version = version.version',
      )
      .where('version.project_id = :projectId AND type.id IN (:...ids)', {
        projectId,
        ids: types.map(({ id }) => id),
      })
      .getMany();
    const byType = new Map(versions.map((version) => [version.task_type_id, version]));
    return types.flatMap((type) => {
      const version = byType.get(type.id);
      return version ? [metaTaskOf(type, version)] : [];
    });
  }

  /** `reference` is the id or the identifier; `version` the current one when it is not given. */
  async get(projectId: string, reference: string, version?: number): Promise<MetaTask> {
    const type = await this.find(projectId, reference);
    const row = await this.database.read.findOneBy(MetaTaskVersionEntity, {
      project_id: projectId,
      task_type_id: type.id,
      version: version ?? type.current_version,
    });
    if (!row) throw unknownVersion(reference, String(version ?? type.current_version));
    return metaTaskOf(type, row);
  }

  /** Newest first. */
  async versions(
    projectId: string,
    reference: string,
    page: { limit: number; offset: number },
  ): Promise<MetaTask[]> {
    const type = await this.find(projectId, reference);
    const rows = await this.database.read.find(MetaTaskVersionEntity, {
      where: { project_id: projectId, task_type_id: type.id },
      order: { version: 'DESC' },
      take: page.limit,
      skip: page.offset,
    });
    return rows.map((row) => metaTaskOf(type, row));
  }

  /** Makes a new version where `change` changes anything. Tasks that exist keep theirs. */
  async change(
    projectId: string,
    reference: string,
    change: DefinitionChange,
    createdBy: string,
    conditions: Conditions = {},
  ): Promise<MetaTask> {
    const current = await this.expected(projectId, reference, conditions);
    const before = definitionPart(current);
    const after = withSpeltHosts(changed(before, change));
    if (same(before, after)) return current;
    const sameScript =
      before.script === after.script && before.script_language === after.script_language;
    const lock = sameScript ? current.dependencyLock : null;
    const prepared = await this.definitions.prepare(projectId, after, lock);
    await this.database.write(async (transaction) => {
      await this.quotas.admit(transaction, projectId, 'maxMetaTaskVersions');
      const [row] = await transaction.query<{ latest_version: number }>(
        `UPDATE task_types SET latest_version = latest_version + 1, current_version = latest_version + 1,
           updated_at = ? WHERE id = ? AND project_id = ? AND current_version = ?
           AND ${unchanged(current, conditions)} RETURNING latest_version`,
        [Date.now(), current.id, projectId, current.currentVersion],
      );
      if (!row) throw overtaken(current, conditions);
      await insertVersion(
        transaction,
        projectId,
        current.id,
        row.latest_version,
        after,
        prepared,
        createdBy,
      );
    });
    return this.get(projectId, current.id);
  }

  /** Makes an earlier version the current one again. Throws `precondition_failed`. */
  async restoreVersion(
    projectId: string,
    reference: string,
    version: number,
    conditions: Conditions = {},
  ): Promise<MetaTask> {
    await this.get(projectId, reference, version);
    const current = await this.expected(projectId, reference, conditions);
    await this.set(current, 'current_version', version, conditions);
    return this.get(projectId, current.id);
  }

  /** An archived meta-task takes no new tasks and is left out of lists; nothing of it is lost. Throws `precondition_failed`. */
  async setArchived(
    projectId: string,
    reference: string,
    archived: boolean,
    conditions: Conditions = {},
  ): Promise<MetaTask> {
    const current = await this.expected(projectId, reference, conditions);
    if ((current.archivedAt !== null) === archived) return current;
    await this.set(current, 'archived_at', archived ? Date.now() : null, conditions);
    return this.get(projectId, current.id);
  }

  /** The meta-task that a change is meant for. Throws `precondition_failed` where it is not what the conditions say. */
  private async expected(
    projectId: string,
    reference: string,
    conditions: Conditions,
  ): Promise<MetaTask> {
    const current = await this.get(projectId, reference);
    assertConditions(conditions, 'meta-task', etagOf(current));
    return current;
  }

  private async set(
    current: MetaTask,
    column: 'current_version' | 'archived_at',
    value: number | null,
    conditions: Conditions,
  ): Promise<void> {
    const rows = await this.database.execute(
      `UPDATE task_types SET ${column} = ?, updated_at = ? WHERE id = ? AND project_id = ?
         AND ${unchanged(current, conditions)} RETURNING id`,
      [value, Date.now(), current.id, current.projectId],
    );
    if (rows.length === 0) throw overtaken(current, conditions);
  }

  private async find(projectId: string, reference: string): Promise<MetaTaskEntity> {
    const where = isUuid(reference) ? { id: reference.toLowerCase() } : { identifier: reference };
    const row = await this.database.read.findOneBy(MetaTaskEntity, {
      ...where,
      project_id: projectId,
    });
    if (!row)
      throw unknownMetaTask(reference, await identifierNear(this.database, projectId, reference));
    return row;
  }

  private async insert(
    projectId: string,
    identifier: string,
    definition: Definition,
    prepared: Prepared,
    createdBy: string,
  ): Promise<MetaTask> {
    const id = newId();
    const now = Date.now();
    await this.database.write(async (transaction) => {
      await this.quotas.admit(transaction, projectId, 'maxMetaTasks');
      await this.quotas.admit(transaction, projectId, 'maxMetaTaskVersions');
      await transaction.manager.insert(MetaTaskEntity, {
        id,
        project_id: projectId,
        identifier,
        current_version: 1,
        latest_version: 1,
        created_at: now,
        updated_at: now,
        archived_at: null,
      });
      await insertVersion(transaction, projectId, id, 1, definition, prepared, createdBy);
    });
    return this.get(projectId, id);
  }
}

async function insertVersion(
  transaction: Transaction,
  projectId: string,
  metaTaskId: string,
  version: number,
  definition: Definition,
  { program, inferredParamsSchema }: Prepared,
  createdBy: string,
): Promise<void> {
  await transaction.manager.insert(MetaTaskVersionEntity, {
    ...columnsOf(definition),
    inferred_params_schema:
      inferredParamsSchema === null ? null : JSON.stringify(inferredParamsSchema),
    id: newId(),
    project_id: projectId,
    task_type_id: metaTaskId,
    version,
    program_code: program?.code ?? null,
    program_source_map: program?.source_map ?? null,
    program_lock: program?.lock ?? null,
    created_by: createdBy,
    created_at: Date.now(),
  });
}

function metaTaskOf(type: MetaTaskEntity, version: MetaTaskVersionEntity): MetaTask {
  return {
    ...definitionOf(version),
    inferredParamsSchema: schemaOf(version.inferred_params_schema),
    dependencyLock: version.program_lock,
    id: type.id,
    projectId: type.project_id,
    identifier: type.identifier,
    version: version.version,
    versionId: version.id,
    currentVersion: type.current_version,
    createdBy: version.created_by,
    createdAt: type.created_at,
    versionCreatedAt: version.created_at,
    updatedAt: type.updated_at,
    archivedAt: type.archived_at,
  };
}
