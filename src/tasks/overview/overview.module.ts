import { Module } from '@nestjs/common';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { FilesModule } from '../../files/files/files.module.js';
import { MetaTasksModule } from '../meta-tasks/meta-tasks.module.js';
import { Find } from './find.service.js';
import { MetaTaskActivities } from './meta-task-activities.js';
import { Now } from './now.service.js';
import { OverviewController } from './overview.controller.js';
import { TaskStats } from './stats.service.js';
import { SearchModule } from '../../files/search/search.module.js';
import { TasksHttpModule } from '../tasks/tasks-http.module.js';
import { TasksModule } from '../tasks/tasks.module.js';

/** Projects as a whole: what needs attention, statistics over time, and search. */
@Module({
  imports: [
    TasksModule,
    TasksHttpModule,
    ApprovalsModule,
    MetaTasksModule,
    FilesModule,
    SearchModule,
  ],
  controllers: [OverviewController],
  providers: [MetaTaskActivities, Now, Find, TaskStats],
  exports: [MetaTaskActivities],
})
export class OverviewModule {}
