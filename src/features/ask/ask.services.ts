import type { FilesServices } from '../files/files.services.js';
import type { MetaTasksServices } from '../meta-tasks/meta-tasks.services.js';
import type { ModelsServices } from '../models/models.services.js';
import type { TasksServices } from '../tasks/tasks.services.js';
import { AskService } from './ask.service.js';

export type AskServices = ReturnType<typeof askServices>;

/** Questions that files answer. */
export function askServices(
  { workspaces }: FilesServices,
  { metaTasks }: MetaTasksServices,
  { submission }: TasksServices,
  models: Pick<ModelsServices, 'gateway' | 'providers'>,
) {
  return { asks: new AskService(workspaces, metaTasks, submission, models) };
}
