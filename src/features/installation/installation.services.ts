import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { SecretsServices } from '../secrets/secrets.services.js';
import type { TasksServices } from '../tasks/tasks.services.js';
import type { PausableWork } from './pausable-work.js';
import { EndedTasks } from './state/ended-tasks.js';
import { InstallationStates } from './state/installation-state.service.js';

/** Makes the service that says how an installation is. */
export function installationStates(
  { config, database, sandbox, bus }: Infrastructure,
  { engine }: TasksServices,
  { key }: SecretsServices,
  work: PausableWork,
): InstallationStates {
  const ended = new EndedTasks(bus);
  return new InstallationStates(config, database, engine, sandbox, work, key, ended);
}
