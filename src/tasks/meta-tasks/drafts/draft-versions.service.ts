import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../base/tokens.js';
import type { Config } from '../../../base/config/settings.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import { newId } from '../../../base/kernel/ids.js';
import { quoted } from '../../../base/kernel/quoted.js';
import type { Transaction } from '../../../platform/database/database.js';
import { identifierFor } from '../../catalogue/identifier.js';
import { type DefinitionChange, DEFINITIONS } from '../definition.js';
import { META_TASK_ERRORS } from '../errors.js';
import type { Definition } from '../fields.js';
import type { MetaTask, RunnableVersion } from '../meta-task.js';
import { META_TASK } from '../meta-task-kind.js';
import { MetaTaskVersionEntity } from '../meta-task-version.entity.js';
import { MetaTasksService } from '../meta-tasks.service.js';
import { toRunnableVersion } from '../runnable-version.js';
import { draftDefinition } from './draft-definition.js';

/** The meta-task of a draft: an existing one by its id or identifier, or a new one by its fields. */
export type DraftSubject =
  | { reference: string; change: DefinitionChange }
  | { created: DefinitionChange & { name: string; identifier?: string | null | undefined } };

/** A version that is not saved, and the write that stores it for its run. */
export interface Draft {
  version: RunnableVersion;
  insert: (transaction: Transaction) => Promise<void>;
}

/**
 * Versions that run once and are not saved. They have negative numbers, so that they are never current, appear in no
 * list, and do not use up version numbers; their tasks are drafts, and are deleted together with them.
 */
@Injectable()
export class DraftVersions {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly metaTasks: MetaTasksService,
  ) {}

  /** Throws MetarunError if the definition cannot run here. */
  async prepare(projectId: string, subject: DraftSubject, createdBy: string): Promise<Draft> {
    const current = await this.findCurrent(projectId, subject);
    if (current !== null && current.archivedAt !== null) throw archived(current);
    const wanted = buildWantedDefinition(subject, current);
    const definition = draftDefinition(wanted, this.config);
    refuse(definition);
    const columns = await this.metaTasks.preparedColumns(projectId, definition, current);
    const identifier = current?.identifier ?? resolveIdentifier(subject, wanted.name);
    const number = current === null ? -1 : await this.metaTasks.nextDraft(projectId, current.id);
    const row: MetaTaskVersionEntity = Object.assign(new MetaTaskVersionEntity(), columns, {
      id: newId(),
      project_id: projectId,
      task_type_id: current?.id ?? newId(),
      draft_of: identifier,
      version: number,
      created_by: createdBy,
      created_at: Date.now(),
    });
    return {
      version: toRunnableVersion(row, identifier),
      insert: async (transaction) => {
        await transaction.manager.insert(MetaTaskVersionEntity, row);
      },
    };
  }

  private async findCurrent(projectId: string, subject: DraftSubject): Promise<MetaTask | null> {
    if ('reference' in subject) return this.metaTasks.get(projectId, subject.reference);
    const { identifier } = subject.created;
    return identifier == null ? null : this.metaTasks.findCurrent(projectId, identifier);
  }
}

function buildWantedDefinition(subject: DraftSubject, current: MetaTask | null): Definition {
  if ('reference' in subject && current !== null)
    return DEFINITIONS.changed(DEFINITIONS.part(current), subject.change);
  if ('created' in subject) {
    const { identifier: _, ...fields } = subject.created;
    return DEFINITIONS.created(fields);
  }
  throw new Error('a meta-task that was found is not there');
}

function resolveIdentifier(subject: DraftSubject, name: string): string {
  const given = 'created' in subject ? subject.created.identifier : null;
  return given ?? identifierFor(name, 1, META_TASK.unnamed);
}

/** Throws MetarunError for a definition that cannot run as a draft. */
function refuse({ execution_mode: mode, script }: Definition): void {
  if (mode !== 'script')
    throw new MetarunError(
      'not_available',
      'execution_mode: only scripts can be tried; save the contract, and run a task of it, or use `metarun run`.',
      { errors: [{ pointer: '/execution_mode', message: 'only scripts can be tried' }] },
    );
  if (script === null || script.trim() === '')
    throw new MetarunError(
      META_TASK_ERRORS.task_type_without_script,
      'There is no script to try: give one as `script`.',
      { errors: [{ pointer: '/script', message: 'is needed to try it' }] },
    );
}

function archived({ identifier }: MetaTask): MetarunError {
  const message = `The meta-task ${quoted(identifier)} is archived; restore it to try a change of it.`;
  return new MetarunError(META_TASK_ERRORS.task_type_archived, message, {
    errors: [{ pointer: '/task_type', message: 'is archived' }],
  });
}
