import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { TasksServices } from '../tasks/tasks.services.js';
import { BulkActions } from './bulk-actions.js';
import { BulkOperations } from './bulk.service.js';
import { BulkWorker } from './bulk.worker.js';

export type BulkServices = ReturnType<typeof bulkServices>;

/** Makes the services that cancel, retry and make again many tasks at once. */
export function bulkServices(
  { logger, database, bus, transitions }: Infrastructure,
  { tasks, reruns }: TasksServices,
) {
  const actions = new BulkActions(database, tasks, reruns);
  return {
    operations: new BulkOperations(database, transitions, tasks),
    worker: new BulkWorker(database, transitions, actions, bus, logger),
  };
}
