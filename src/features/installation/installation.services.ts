import { hostname } from 'node:os';
import { VERSION } from '../../base/kernel/version.js';
import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { SecretsServices } from '../secrets/secrets.services.js';
import type { TasksServices } from '../tasks/tasks.services.js';
import type { PausableWork } from './pausable-work.js';
import { EndedTasks } from './state/ended-tasks.js';
import { Presence } from './state/presence.service.js';
import { Warnings } from './state/warnings.service.js';
import { InstallationStates } from './state/installation-state.service.js';

/** Makes the service that says how an installation is. */
export function installationStates(
  { config, database, sandbox, bus, logger }: Infrastructure,
  { engine }: TasksServices,
  { key }: SecretsServices,
  work: PausableWork,
): InstallationStates {
  const ended = new EndedTasks(bus);
  const facts = {
    host: hostname(),
    version: VERSION,
    startedAt: Date.now() - Math.round(process.uptime() * 1000),
    slots: config.concurrency,
    agentSlots: config.agentConcurrency,
  };
  const presence = new Presence(database, engine.workerId, facts, logger);
  const warnings = new Warnings(config, database, sandbox, work, key, presence, logger);
  return new InstallationStates(config, database, engine, sandbox, work, presence, warnings, ended);
}
