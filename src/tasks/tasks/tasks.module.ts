import { Module } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Config } from '../../base/config/settings.js';
import { CONFIG, LOGGER } from '../../base/tokens.js';
import { ImagesModule } from '../images/images.module.js';
import { MetaTasksModule } from '../meta-tasks/meta-tasks.module.js';
import { Tries } from './drafts/tries.service.js';
import { Idempotency } from './submission/idempotency.service.js';
import { QueueLimit } from './submission/queue-limit.service.js';
import { Reruns } from './submission/reruns.service.js';
import { ScriptExecutor } from './runs/script.executor.js';
import { TaskSubmission } from './submission/submission.service.js';
import { TaskPreparation } from './submission/task-preparation.service.js';
import { TaskRuns } from './runs/task-runs.js';
import { TasksService } from './tasks.service.js';
import { TextEventsSweep } from './events/text-events-sweep.service.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { Sandbox } from '../../sandbox/runtime/sandbox/sandbox.js';
import { Engine } from '../../workflow/engine/engine.js';
import { LeaderElection } from '../../workflow/engine/election/leader-election.js';
import { LocalQueues } from '../../workflow/engine/queue/local-queue.js';
import { Transitions } from '../../workflow/engine/state/transitions.js';
import { WorkerLease } from '../../workflow/engine/workers/worker-lease.js';
import { WorkerRows } from '../../workflow/engine/workers/worker-rows.js';
import { StepsModule } from '../../workflow/steps/steps.module.js';

/** Tasks as clients and scripts make and see them, and the engine that runs them. */
@Module({
  imports: [MetaTasksModule, StepsModule, ImagesModule],
  providers: [
    TaskRuns,
    ScriptExecutor,
    Idempotency,
    QueueLimit,
    TaskPreparation,
    TaskSubmission,
    TasksService,
    Reruns,
    Tries,
    TextEventsSweep,
    LocalQueues,
    {
      provide: Engine,
      inject: [
        CONFIG,
        LOGGER,
        Transitions,
        WorkerLease,
        WorkerRows,
        LeaderElection,
        EventBus,
        LocalQueues,
        TaskRuns,
        Sandbox,
      ],
      useFactory: (
        config: Config,
        logger: Logger,
        transitions: Transitions,
        lease: WorkerLease,
        workers: WorkerRows,
        election: LeaderElection,
        bus: EventBus,
        queues: LocalQueues,
        runs: TaskRuns,
        sandbox: Sandbox,
      ) =>
        new Engine(
          config,
          logger,
          transitions,
          lease,
          workers,
          election,
          bus,
          queues,
          runs,
          sandbox.report.level,
        ),
    },
  ],
  exports: [
    TaskRuns,
    Idempotency,
    TextEventsSweep,
    Engine,
    TasksService,
    QueueLimit,
    TaskPreparation,
    TaskSubmission,
    Reruns,
    Tries,
    LocalQueues,
  ],
})
export class TasksModule {
  constructor(runs: TaskRuns, scripts: ScriptExecutor) {
    runs.register('script', scripts);
  }
}
