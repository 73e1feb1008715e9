import { type DynamicModule, Module } from '@nestjs/common';
import type { StepsServices } from '../../workflow/steps/steps.services.js';
import type { ModelsServices } from '../models/models.services.js';
import { provided } from '../../platform/wire/provided.js';
import { TryController } from './drafts/try.controller.js';
import { TaskAttemptsController } from './task-attempts.controller.js';
import { TaskEventsController } from './task-events.controller.js';
import { TaskFilesController } from './task-files.controller.js';
import { TaskLogsController } from './task-logs.controller.js';
import { TaskModelCallsController } from './task-model-calls.controller.js';
import { TaskStepsController } from './task-steps.controller.js';
import type { TaskViewsServices } from './task-views.services.js';
import { TasksController } from './tasks.controller.js';
import type { TasksServices } from './tasks.services.js';

/** The services of a server that the endpoints use. */
interface TasksServer {
  core: { tasks: TasksServices; steps: StepsServices; models: Pick<ModelsServices, 'calls'> };
  taskViews: TaskViewsServices;
}

/** The endpoints of tasks, their events, their steps and their requests to models. */
@Module({})
export class TasksModule {
  static with({ core, taskViews }: TasksServer): DynamicModule {
    return {
      module: TasksModule,
      controllers: [
        TasksController,
        TaskEventsController,
        TaskLogsController,
        TaskFilesController,
        TaskStepsController,
        TaskAttemptsController,
        TaskModelCallsController,
        TryController,
      ],
      ...provided({ ...core.tasks, ...taskViews, ...core.steps, calls: core.models.calls }),
    };
  }
}
