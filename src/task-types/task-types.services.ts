import type { Infrastructure } from '../engine/infrastructure.js';
import type { Quotas } from '../projects/quotas.service.js';
import { DefinitionCheck } from './definition-check.service.js';
import { RunnableVersions } from './runnable-versions.service.js';
import { TaskTypesService } from './task-types.service.js';

export type TaskTypesServices = ReturnType<typeof taskTypesServices>;

/** The catalogue of meta-tasks and their versions. */
export function taskTypesServices(
  { config, database, runtimes, schemas }: Infrastructure,
  quotas: Quotas,
) {
  const definitions = new DefinitionCheck(config, database, runtimes, schemas);
  const taskTypes = new TaskTypesService(database, definitions, quotas);
  return { taskTypes, versions: new RunnableVersions(database) };
}
