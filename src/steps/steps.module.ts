import { Module } from '@nestjs/common';
import { Journals } from './journals.js';
import { StepCapability } from './step.capability.js';
import { StepCompletion } from './step-completion.service.js';
import { StepStore } from './step-store.js';
import { TaskSteps } from './task-steps.service.js';

@Module({
  providers: [Journals, StepStore, StepCapability, StepCompletion, TaskSteps],
  exports: [Journals, StepCompletion, TaskSteps],
})
export class StepsModule {}
