import { Module } from '@nestjs/common';
import { TasksModule } from '../tasks/tasks.module.js';
import { ScheduleRuns } from './schedule-runs.service.js';
import { Scheduler } from './scheduler.service.js';
import { SchedulesController } from './schedules.controller.js';
import { SchedulesService } from './schedules.service.js';

@Module({
  imports: [TasksModule],
  controllers: [SchedulesController],
  providers: [SchedulesService, ScheduleRuns, Scheduler],
})
export class SchedulesModule {}
