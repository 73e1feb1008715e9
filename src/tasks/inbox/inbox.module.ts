import { Module } from '@nestjs/common';
import { InboxController } from './inbox.controller.js';
import { Inbox } from './inbox.service.js';
import { WaitForEventCapability } from './wait-for-event.capability.js';
import { TasksModule } from '../tasks/tasks.module.js';
import { Capabilities } from '../../sandbox/runtime/capabilities.js';
import { StepsModule } from '../../workflow/steps/steps.module.js';

/** Events that clients send to tasks and that scripts wait for. */
@Module({
  imports: [TasksModule, StepsModule],
  controllers: [InboxController],
  providers: [Inbox, WaitForEventCapability],
})
export class InboxModule {
  constructor(capabilities: Capabilities, capability: WaitForEventCapability) {
    capability.register(capabilities);
  }
}
