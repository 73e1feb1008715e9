import { Module } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { Capabilities } from '../../sandbox/runtime/capabilities.js';
import { Transitions } from '../engine/state/transitions.js';
import { Journals } from './journals.js';
import { StepStore } from './step-store.js';
import { StepCapability } from './step.capability.js';
import { TaskSteps } from './task-steps.service.js';
import { TextOutput } from './text-output.service.js';

/** Durable steps of scripts, and their records. */
@Module({
  providers: [
    {
      provide: Journals,
      inject: [Database, Transitions, EventBus],
      useFactory: (database: Database, transitions: Transitions, bus: EventBus) =>
        new Journals(new StepStore(database, transitions), bus),
    },
    {
      provide: TextOutput,
      inject: [Database, Journals],
      useFactory: (database: Database, journals: Journals) => new TextOutput(database, journals),
    },
    {
      provide: TaskSteps,
      inject: [Database],
      useFactory: (database: Database) => new TaskSteps(database),
    },
  ],
  exports: [Journals, TextOutput, TaskSteps],
})
export class StepsModule {
  constructor(capabilities: Capabilities, journals: Journals, output: TextOutput) {
    new StepCapability(journals).register(capabilities);
    output.register(capabilities);
  }
}
