import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import { Engine } from '../../workflow/engine/engine.js';
import { Lanes } from '../../workflow/engine/lanes.js';
import { MemoryDispatcher } from '../../workflow/engine/memory.dispatcher.js';
import type { StepsServices } from '../../workflow/steps/steps.services.js';
import type { AgentsServices } from '../agents/agents.services.js';
import type { MetaTasksServices } from '../meta-tasks/meta-tasks.services.js';
import type { ModelsServices } from '../models/models.services.js';
import type { ImagesServices } from '../images/images.services.js';
import { Tries } from './drafts/tries.service.js';
import { Idempotency } from './idempotency.service.js';
import { QueueLimit } from './queue-limit.service.js';
import { Reruns } from './reruns.service.js';
import { ScriptExecutor } from './script.executor.js';
import { TaskRuns } from './task-runs.js';
import { TaskSubmission } from './submission.service.js';
import { TextEventsSweep } from './text-events-sweep.service.js';
import { TasksService } from './tasks.service.js';

export type TasksServices = ReturnType<typeof tasksServices>;

/** Tasks as clients and scripts make and see them, and the engine that runs them. */
export function tasksServices(
  infrastructure: Infrastructure,
  { agentVersions }: AgentsServices,
  { versions, draftVersions }: Pick<MetaTasksServices, 'versions' | 'draftVersions'>,
  { monthBudgets }: Pick<ModelsServices, 'monthBudgets'>,
  { journals, taskSteps }: StepsServices,
  { copies }: Pick<ImagesServices, 'copies'>,
) {
  const { config, logger, lease, workers, keepers, database, bus, transitions, schemas } =
    infrastructure;
  const { runtimes, capabilities, egress, sandbox } = infrastructure;
  const runs = new TaskRuns(config, versions, capabilities, schemas, egress, journals);
  runs.register('script', new ScriptExecutor(runtimes, copies));
  const lanes = new Lanes({ script: new MemoryDispatcher(), agent: new MemoryDispatcher() });
  const engine = new Engine(
    config,
    logger,
    transitions,
    lease,
    workers,
    keepers,
    bus,
    lanes,
    runs,
    sandbox.report.level,
  );
  const idempotency = new Idempotency(database, keepers.lead('idempotency'), logger);
  const limit = new QueueLimit(config, database);
  const submission = new TaskSubmission(
    config,
    database,
    transitions,
    versions,
    agentVersions,
    schemas,
    idempotency,
    limit,
    monthBudgets,
  );
  const tasks = new TasksService(database, transitions, taskSteps, runs);
  const reruns = new Reruns(database, versions, submission);
  const tries = new Tries(config, draftVersions, submission);
  const textEvents = new TextEventsSweep(database, keepers.lead('retention'), logger);
  return { engine, textEvents, lanes, idempotency, submission, reruns, tries, tasks, runs };
}
