import {
  type BeforeApplicationShutdown,
  Module,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { Engine } from '../engine/engine.js';
import { EngineModule } from '../engine/engine.module.js';
import { Runtimes } from '../runtime/runtimes.js';
import { TaskTypesModule } from '../task-types/task-types.module.js';
import { StepsModule } from '../steps/steps.module.js';
import { Idempotency } from './idempotency.service.js';
import { QueueLimit } from './queue-limit.service.js';
import { RunHistories } from './run-histories.service.js';
import { ScriptExecutor } from './script.executor.js';
import { StreamLimits } from './stream-limits.js';
import { TaskSubmission } from './submission.service.js';
import { TaskEventsController } from './task-events.controller.js';
import { TaskEventsService } from './task-events.service.js';
import { TaskStepsController } from './task-steps.controller.js';
import { TaskWaits } from './task-waits.service.js';
import { TasksController } from './tasks.controller.js';
import { TasksService } from './tasks.service.js';

const engineModule = EngineModule.with(ScriptExecutor, [TaskTypesModule, StepsModule]);

@Module({
  imports: [AuthModule, TaskTypesModule, StepsModule, engineModule],
  controllers: [TasksController, TaskEventsController, TaskStepsController],
  providers: [
    TasksService,
    TaskSubmission,
    QueueLimit,
    Idempotency,
    TaskWaits,
    TaskEventsService,
    StreamLimits,
    RunHistories,
  ],
  exports: [engineModule, TaskSubmission, TasksService],
})
export class TasksModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly engine: Engine,
    private readonly runtimes: Runtimes,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.runtimes.warm();
    await this.engine.start();
  }

  /** The API goes on answering while running tasks finish. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.engine.stop();
  }
}
