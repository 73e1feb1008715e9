import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Catalogue } from '../catalogue/catalogue.service.js';
import type { Entry } from '../catalogue/entry.js';
import { Quotas } from '../../access/projects/quotas.service.js';
import { type FieldError, MetarunError } from '../../base/kernel/errors.js';
import type { JsonObject } from '../../base/kernel/json.js';
import { listNeeds } from '../../workflow/engine/queue/needs.js';
import { toPool } from '../../workflow/engine/queue/pool.js';
import {
  type DefinitionChange,
  DEFINITIONS,
  toDefinition,
  parseStoredSchema,
} from './definition.js';
import { DefinitionCheck } from './definition-check.service.js';
import type { Definition } from './fields.js';
import { META_TASK } from './meta-task-kind.js';
import { MetaTaskVersionEntity } from './meta-task-version.entity.js';
import { MetaTaskEntity } from './meta-task.entity.js';
import type { MetaTask } from './meta-task.js';
import { toTaskRules, type TaskRules } from './dependents.js';
import { ScriptContents, type StoredScript } from './contents/script-contents.service.js';
import { type Kept, NOTHING_KEPT, type Stored } from './prepared.js';
import { toBoundImage } from './runnable-version.js';
import { ImageBindings } from '../images/image-bindings.js';

/** The result of checking a definition. */
export interface DefinitionReport {
  errors: FieldError[];
  /** Schema of params that its version would have. */
  paramsSchema: JsonObject | null;
  /** The changed conditions for new tasks; null if they are unchanged. */
  newRules: TaskRules | null;
  /** Fields in which it differs from the current version. */
  changed: string[];
  /** Null if no meta-task has its identifier. */
  current: MetaTask | null;
}

/** The catalogue of meta-tasks. Existing tasks keep the version with which they were created. */
@Injectable()
export class MetaTasksService extends Catalogue<
  Definition,
  MetaTask,
  Stored,
  MetaTaskVersionEntity
> {
  constructor(
    database: Database,
    private readonly check: DefinitionCheck,
    @Inject(ImageBindings) private readonly images: Pick<ImageBindings, 'hasMoved'>,
    quotas: Quotas,
    private readonly contents: ScriptContents,
  ) {
    const rows = { entry: MetaTaskEntity, version: MetaTaskVersionEntity };
    super(database, quotas, META_TASK, rows, DEFINITIONS);
  }

  /** Returns what {@link Catalogue} returns, including a large script. */
  override async get(projectId: string, reference: string, version?: number): Promise<MetaTask> {
    const found = await super.get(projectId, reference, version);
    const { storedScript: stored } = found;
    if (stored === null) return found;
    return { ...found, script: await this.contents.script(projectId, stored.contentId) };
  }

  /** Checks the input of {@link create} or {@link change}, and stores nothing. */
  async report(
    projectId: string,
    given: DefinitionChange & { name: string; identifier?: string | null | undefined },
  ): Promise<DefinitionReport> {
    const { identifier, ...fields } = given;
    const current = identifier == null ? null : await this.findCurrent(projectId, identifier);
    let definition: Definition;
    try {
      definition = DEFINITIONS.created(fields);
    } catch (error) {
      if (!(error instanceof MetarunError)) throw error;
      return {
        errors: [...error.errors],
        paramsSchema: null,
        newRules: null,
        changed: [],
        current,
      };
    }
    const kept = selectKept(definition, current, given);
    const { errors, prepared } = await this.check.report(projectId, definition, kept);
    const paramsSchema = definition.params_schema ?? prepared?.inferredParamsSchema ?? null;
    return {
      errors,
      paramsSchema,
      newRules:
        current === null || errors.length > 0
          ? null
          : newRules(toTaskRules(current), {
              ...toTaskRules({ ...current, ...definition }),
              paramsSchema,
            }),
      changed:
        current === null ? [] : await this.listChanges(projectId, definition, current, given),
      current,
    };
  }

  /** Returns the meta-task with this identifier, or null. */
  async findCurrent(projectId: string, identifier: string): Promise<MetaTask | null> {
    try {
      return await this.get(projectId, identifier);
    } catch (error) {
      if (error instanceof MetarunError && error.code === 'not_found') return null;
      throw error;
    }
  }

  /** Returns the columns of a version with this definition. Throws MetarunError if it cannot be carried out. */
  async preparedColumns(
    projectId: string,
    definition: Definition,
    current: MetaTask | null,
  ): Promise<Record<string, unknown>> {
    return this.toColumns(definition, await this.prepare(projectId, definition, current, {}));
  }

  /** Returns a number for a draft of a meta-task, below all existing ones. */
  async nextDraft(projectId: string, id: string): Promise<number> {
    const [row] = await this.database.query<{ lowest: number | null }>(
      'SELECT MIN(version) AS lowest FROM task_type_versions WHERE project_id = ? AND task_type_id = ?',
      [projectId, id],
    );
    return Math.min(row?.lowest ?? 0, 0) - 1;
  }

  protected async prepare(
    projectId: string,
    definition: Definition,
    current: MetaTask | null,
    given: DefinitionChange,
  ): Promise<Stored> {
    const kept = selectKept(definition, current, given);
    const prepared = await this.check.prepare(projectId, definition, kept);
    const stored = await this.contents.keep(projectId, definition.script, prepared.program);
    return { ...prepared, stored };
  }

  /** A change that names the image again requests its current digest. */
  protected override async hasMoved(
    projectId: string,
    definition: Definition,
    current: MetaTask,
    { docker_image_id: given }: DefinitionChange,
  ): Promise<boolean> {
    const { docker_image_id: id } = definition;
    if (given == null || id === null || id !== current.docker_image_id) return false;
    return this.images.hasMoved(projectId, id, current.image?.versionId ?? null);
  }

  private async listChanges(
    projectId: string,
    definition: Definition,
    current: MetaTask,
    given: DefinitionChange,
  ): Promise<string[]> {
    const changed = DEFINITIONS.changes(DEFINITIONS.part(current), definition);
    const moved = await this.hasMoved(projectId, definition, current, given);
    return moved ? [...changed, 'docker_image_id'] : changed;
  }

  protected toColumns(
    definition: Definition,
    { program, inferredParamsSchema, image, stored }: Stored,
  ): Record<string, unknown> {
    return {
      ...DEFINITIONS.toColumns(definition),
      needs: toPool(listNeeds(definition)),
      inferred_params_schema:
        inferredParamsSchema === null ? null : JSON.stringify(inferredParamsSchema),
      program_code: program?.code ?? null,
      program_source_map: program?.source_map ?? null,
      program_lock: program?.lock ?? null,
      ...(stored === null ? {} : columnsOfStored(stored)),
      image_version_id: image?.versionId ?? null,
      image_digest: image?.digest ?? null,
    };
  }

  protected buildEntry(entry: Entry, version: MetaTaskVersionEntity): MetaTask {
    const stored = toStoredScript(version);
    const definition = toDefinition(version);
    return {
      ...definition,
      script: stored === null ? definition.script : null,
      storedScript: stored,
      inferredParamsSchema: parseStoredSchema(version.inferred_params_schema),
      dependencyLock: version.program_lock,
      image: toBoundImage(version),
      ...entry,
    };
  }
}

/** Returns the rules after a change if they differ; null if they are the same. */
function newRules(now: TaskRules, then: TaskRules): TaskRules | null {
  return JSON.stringify(now) === JSON.stringify(then) ? null : then;
}

function columnsOfStored({ contentId, bytes, sha256 }: StoredScript): Record<string, unknown> {
  return {
    script: '',
    program_code: '',
    program_source_map: null,
    content_id: contentId,
    script_bytes: bytes,
    script_sha256: sha256,
  };
}

function toStoredScript({
  content_id: contentId,
  script_bytes: bytes,
  script_sha256: sha256,
}: MetaTaskVersionEntity): StoredScript | null {
  if (contentId === null || bytes === null || sha256 === null) return null;
  return { contentId, bytes, sha256 };
}

/**
 * Returns what a version keeps of the current one: its packages if the script is the same, and its image unless it is
 * named again.
 */
function selectKept(
  { script, script_language: language, docker_image_id: imageId }: Definition,
  current: MetaTask | null,
  given: DefinitionChange,
): Kept {
  if (current === null) return NOTHING_KEPT;
  const sameScript = current.script === script && current.script_language === language;
  const sameImage = current.docker_image_id === imageId && given.docker_image_id == null;
  return {
    lock: sameScript ? current.dependencyLock : null,
    imageVersionId: sameImage ? (current.image?.versionId ?? null) : null,
  };
}
