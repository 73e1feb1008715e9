import { Module } from '@nestjs/common';
import { Journals } from './journals.js';
import { StepStore } from './step-store.js';
import { StepCapability } from './step.capability.js';
import { TaskSteps } from './task-steps.service.js';

@Module({
  providers: [Journals, StepStore, StepCapability, TaskSteps],
  exports: [Journals, TaskSteps],
})
export class StepsModule {}
