import { Module } from '@nestjs/common';
import { QuotasModule } from '../../access/projects/quotas.module.js';
import { ScheduleDependents } from './schedule-dependents.service.js';
import { ScheduleRuns } from './schedule-runs.service.js';
import { Scheduler } from './scheduler.service.js';
import { SchedulesController } from './schedules.controller.js';
import { SchedulesService } from './schedules.service.js';
import { TasksModule } from '../tasks/tasks.module.js';

/** Tasks at given times. */
@Module({
  imports: [TasksModule, QuotasModule],
  controllers: [SchedulesController],
  providers: [ScheduleRuns, Scheduler, SchedulesService, ScheduleDependents],
  exports: [Scheduler, ScheduleDependents],
})
export class SchedulesModule {}
