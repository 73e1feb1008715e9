import { Inject, Injectable } from '@nestjs/common';
import { type BackgroundWork, BackgroundWorks } from '../../base/kernel/background-work.js';
import type { Config } from '../../base/config/settings.js';
import { CONFIG } from '../../base/tokens.js';
import { Engine } from '../../workflow/engine/engine.js';
import { AuditSweep } from '../../access/audit/audit-sweep.service.js';
import { BulkWorker } from '../../tasks/bulk/bulk.worker.js';
import { BlobSweep } from '../../files/files/blobs/blob-sweep.js';
import { Engines } from '../../tasks/images/engines.js';
import { ImagesWorker } from '../../tasks/images/images.worker.js';
import { RemoteTasksWorker } from '../../agents/mcp-servers/steps/remote-tasks.worker.js';
import { ExtractionWorker } from '../../agents/memories/extraction/extraction.worker.js';
import { MEMORY_VECTOR_WORK } from '../../agents/memories/vectors/memory-vector-jobs.js';
import { RetentionSweep } from '../../tasks/retention/retention-sweep.service.js';
import { Scheduler } from '../../tasks/schedules/scheduler.service.js';
import { SECTION_VECTOR_WORK } from '../../agents/vectors/sections/tokens.js';
import { WebhookWorker } from '../../tasks/webhooks/webhook-worker.js';

/**
 * The background work of an installation, unless paused. It stops in this order: schedules, tasks, then the work that
 * follows from tasks that end.
 */
@Injectable()
export class InstallationWork extends BackgroundWorks {
  constructor(
    @Inject(CONFIG) { roles }: Config,
    auditSweep: AuditSweep,
    blobSweep: BlobSweep,
    retentionSweep: RetentionSweep,
    webhooks: WebhookWorker,
    @Inject(MEMORY_VECTOR_WORK) memoryVectors: BackgroundWork,
    @Inject(SECTION_VECTOR_WORK) sectionVectors: BackgroundWork,
    extraction: ExtractionWorker,
    remoteTasks: RemoteTasksWorker,
    { isHere }: Engines,
    images: ImagesWorker,
    engine: Engine,
    bulk: BulkWorker,
    scheduler: Scheduler,
  ) {
    const keeps = roles.includes('keeper');
    super([
      // Elected work does not depend on the role: a process without the role is never elected.
      auditSweep,
      blobSweep,
      retentionSweep,
      webhooks,
      ...(keeps ? [memoryVectors, sectionVectors, extraction, remoteTasks] : []),
      ...(isHere ? [images] : []),
      engine,
      ...(keeps ? [bulk] : []),
      scheduler,
    ]);
  }
}
