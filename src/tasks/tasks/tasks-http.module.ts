import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { AuthModule } from '../../access/auth/auth.module.js';
import { FilesModule } from '../../files/files/files.module.js';
import { MetaTasksModule } from '../meta-tasks/meta-tasks.module.js';
import { TryController } from './drafts/try.controller.js';
import { NewTaskAnswers } from './submission/new-task-answers.js';
import { PendingReasons } from './views/pending-reasons.service.js';
import { RunHistories } from './views/run-histories.service.js';
import { StepPlaces } from './details/step-places.service.js';
import { StreamLimits } from './events/stream-limits.js';
import { TaskAttemptsController } from './details/task-attempts.controller.js';
import { TaskAttempts } from './details/task-attempts.service.js';
import { TaskEventsController } from './events/task-events.controller.js';
import { TaskEventsService } from './events/task-events.service.js';
import { TaskFilesController } from './details/task-files.controller.js';
import { TaskFrames } from './views/task-frames.service.js';
import { TaskLogsController } from './details/task-logs.controller.js';
import { TaskLogs } from './details/task-logs.service.js';
import { TaskStepsController } from './details/task-steps.controller.js';
import { TaskViews } from './views/task-views.service.js';
import { TaskWaits } from './submission/task-waits.service.js';
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
