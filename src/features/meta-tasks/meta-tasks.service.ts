import { type Database } from '../../platform/database/database.js';
import { Catalogue } from '../catalogue/catalogue.service.js';
import type { Entry } from '../catalogue/entry.js';
import { type Quotas } from '../projects/quotas.service.js';
import { DEFINITIONS, definitionOf, schemaOf } from './definition.js';
import { type DefinitionCheck } from './definition-check.service.js';
import type { Definition } from './fields.js';
import { META_TASK } from './meta-task-kind.js';
import { MetaTaskVersionEntity } from './meta-task-version.entity.js';
import { MetaTaskEntity } from './meta-task.entity.js';
import type { MetaTask } from './meta-task.js';
import type { Prepared } from './prepared.js';

/** The catalogue of meta-tasks. Tasks that exist keep the version that they were created with. */
export class MetaTasksService extends Catalogue<
  Definition,
  MetaTask,
  Prepared,
  MetaTaskVersionEntity
> {
  constructor(
    database: Database,
    private readonly check: DefinitionCheck,
    quotas: Quotas,
  ) {
    const rows = { entry: MetaTaskEntity, version: MetaTaskVersionEntity };
    super(database, quotas, META_TASK, rows, DEFINITIONS);
  }

  protected prepare(
    projectId: string,
    definition: Definition,
    current: MetaTask | null,
  ): Promise<Prepared> {
    const sameScript =
      current?.script === definition.script &&
      current.script_language === definition.script_language;
    return this.check.prepare(projectId, definition, sameScript ? current.dependencyLock : null);
  }

  protected columnsOf(
    definition: Definition,
    { program, inferredParamsSchema }: Prepared,
  ): Record<string, unknown> {
    return {
      ...DEFINITIONS.columnsOf(definition),
      inferred_params_schema:
        inferredParamsSchema === null ? null : JSON.stringify(inferredParamsSchema),
      program_code: program?.code ?? null,
      program_source_map: program?.source_map ?? null,
      program_lock: program?.lock ?? null,
    };
  }

  protected thingOf(entry: Entry, version: MetaTaskVersionEntity): MetaTask {
    return {
      ...definitionOf(version),
      inferredParamsSchema: schemaOf(version.inferred_params_schema),
      dependencyLock: version.program_lock,
      ...entry,
    };
  }
}
