import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { FilesModule } from '../files/files.module.js';
import { MetaTasksModule } from '../meta-tasks/meta-tasks.module.js';
import { TryController } from './drafts/try.controller.js';
import { NewTaskAnswers } from './new-task-answers.js';
import { PendingReasons } from './pending-reasons.service.js';
import { RunHistories } from './run-histories.service.js';
import { StepPlaces } from './step-places.service.js';
import { StreamLimits } from './stream-limits.js';
import { TaskAttemptsController } from './task-attempts.controller.js';
import { TaskAttempts } from './task-attempts.service.js';
import { TaskEventsController } from './task-events.controller.js';
import { TaskEventsService } from './task-events.service.js';
import { TaskFilesController } from './task-files.controller.js';
import { TaskFrames } from './task-frames.service.js';
import { TaskLogsController } from './task-logs.controller.js';
import { TaskLogs } from './task-logs.service.js';
import { TaskStepsController } from './task-steps.controller.js';
import { TaskViews } from './task-views.service.js';
import { TaskWaits } from './task-waits.service.js';
import { TasksController } from './tasks.controller.js';
import { TasksModule } from './tasks.module.js';
import { Database } from '../../platform/database/database.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { EventLog } from '../../platform/events/event-log.js';
import { EventTails } from '../../platform/events/event-tails.js';
import { LogLines } from '../../platform/events/log-lines.js';
import { StepsModule } from '../../workflow/steps/steps.module.js';

/** The endpoints of tasks, and the services by which clients follow them: waits, streams of events, and when a task is likely to end. */
@Module({
  imports: [MetaTasksModule, TasksModule, StepsModule, AuthModule, FilesModule],
  controllers: [
    TasksController,
    TaskEventsController,
    TaskLogsController,
    TaskFilesController,
    TaskStepsController,
    TaskAttemptsController,
    TryController,
  ],
  providers: [
    RunHistories,
    TaskFrames,
    PendingReasons,
    StreamLimits,
    TaskWaits,
    TaskViews,
    NewTaskAnswers,
    TaskEventsService,
    TaskLogs,
    StepPlaces,
    TaskAttempts,
    {
      provide: LogLines,
      inject: [Database],
      useFactory: (database: Database) => new LogLines(database),
    },
    {
      provide: EventTails,
      inject: [EventLog, EventBus],
      useFactory: (events: EventLog, bus: EventBus) => new EventTails(events, bus),
    },
  ],
  exports: [NewTaskAnswers, TaskWaits, TaskViews, LogLines, EventTails, StreamLimits],
})
export class TasksHttpModule implements OnApplicationShutdown {
  constructor(private readonly histories: RunHistories) {}

  async onApplicationShutdown(): Promise<void> {
    await this.histories.stop();
  }
}
