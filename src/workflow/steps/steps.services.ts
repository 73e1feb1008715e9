import type { Infrastructure } from '../engine/infrastructure.js';
import { Journals } from './journals.js';
import { StepStore } from './step-store.js';
import { StepCapability } from './step.capability.js';
import { TextOutput } from './text-output.service.js';
import { TaskSteps } from './task-steps.service.js';

export type StepsServices = ReturnType<typeof stepsServices>;

/** Durable steps of scripts, and their records. */
export function stepsServices({ database, transitions, bus, capabilities }: Infrastructure) {
  const journals = new Journals(new StepStore(database, transitions), bus);
  new StepCapability(journals).register(capabilities);
  const textOutput = new TextOutput(database, journals);
  textOutput.register(capabilities);
  return { journals, textOutput, taskSteps: new TaskSteps(database) };
}
