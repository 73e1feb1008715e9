import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { FilesServices } from '../files/files.services.js';
import type { StoredFilesServices } from '../files/stored-files.services.js';
import type { ModelsServices } from '../models/models.services.js';
import { DraftDeletion } from './draft-deletion.service.js';
import { RetentionSweep } from './retention-sweep.service.js';
import { RetentionService } from './retention.service.js';
import type { RetentionSettings } from './settings.js';

export type RetentionServices = ReturnType<typeof retentionServices>;

/** Makes the services for the policies of projects, and the sweep that deletes what they do not keep. */
export function retentionServices(
  { config, logger, database, bus, keepers }: Infrastructure<RetentionSettings>,
  { conversions }: FilesServices,
  { expiry, deleted }: StoredFilesServices,
  { testCalls }: Pick<ModelsServices, 'testCalls'>,
) {
  const retention = new RetentionService(config, database, bus);
  const sweep = new RetentionSweep(
    database,
    retention,
    bus,
    expiry,
    deleted,
    conversions,
    testCalls,
    keepers.lead('retention'),
    logger,
  );
  return { retention, sweep, drafts: new DraftDeletion(database, retention) };
}
