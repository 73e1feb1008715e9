import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { StepsServices } from '../../workflow/steps/steps.services.js';
import type { TasksServices } from '../tasks/tasks.services.js';
import { ChildTaskCapability } from './child-task.capability.js';
import { TaskTrees } from './task-tree.service.js';
import type { ChildSettings } from './settings.js';

export type ChildrenServices = ReturnType<typeof childrenServices>;

/** Tasks that scripts ask for. */
export function childrenServices(
  { config, database, capabilities }: Infrastructure<ChildSettings>,
  { journals }: StepsServices,
  { submission, tasks }: TasksServices,
) {
  new ChildTaskCapability(config, journals, submission).register(capabilities);
  return { trees: new TaskTrees(database, tasks) };
}
