import { Module } from '@nestjs/common';
import { StepsModule } from '../steps/steps.module.js';
import { TasksModule } from '../tasks/tasks.module.js';
import { InboxController } from './inbox.controller.js';
import { Inbox } from './inbox.service.js';
import { WaitForEventCapability } from './wait-for-event.capability.js';

/** Events that are sent to tasks from outside, and that their scripts wait for. */
@Module({
  imports: [StepsModule, TasksModule],
  controllers: [InboxController],
  providers: [Inbox, WaitForEventCapability],
})
export class InboxModule {}
