import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { SecretsServices } from '../secrets/secrets.services.js';
import type { TasksServices } from '../tasks/tasks.services.js';
import type { PausableWork } from './pausable-work.js';
import { EndedTasks } from './state/ended-tasks.js';
import { Servers } from './state/servers.js';
import { Warnings } from './state/warnings.service.js';
import { InstallationStates } from './state/installation-state.service.js';

/** Makes the service that says how an installation is. */
export function installationStates(
  { config, database, sandbox, runtimes, bus, workers, lease, logger }: Infrastructure,
  { engine }: TasksServices,
  { key }: SecretsServices,
  work: PausableWork,
): InstallationStates {
  const ended = new EndedTasks(bus);
  const servers = new Servers(database, workers, lease);
  const warnings = new Warnings(config, database, sandbox, runtimes, work, key, servers, logger);
  return new InstallationStates(config, database, engine, sandbox, work, servers, warnings, ended);
}
