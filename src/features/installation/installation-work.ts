import { Inject, Injectable } from '@nestjs/common';
import { type BackgroundWork, BackgroundWorks } from '../../base/kernel/background-work.js';
import type { Config } from '../../base/config/settings.js';
import { CONFIG } from '../../base/tokens.js';
import { Engine } from '../../workflow/engine/engine.js';
import { AuditSweep } from '../audit/audit-sweep.service.js';
import { BulkWorker } from '../bulk/bulk.worker.js';
import { BlobSweep } from '../files/blobs/blob-sweep.js';
import { Engines } from '../images/engines.js';
import { ImagesWorker } from '../images/images.worker.js';
import { RemoteTasksWorker } from '../mcp-servers/steps/remote-tasks.worker.js';
import { ExtractionWorker } from '../memories/extraction/extraction.worker.js';
import { MEMORY_VECTOR_WORK } from '../memories/vectors/memory-vector-jobs.js';
import { RetentionSweep } from '../retention/retention-sweep.service.js';
import { Scheduler } from '../schedules/scheduler.service.js';
import { SECTION_VECTOR_WORK } from '../vectors/sections/tokens.js';
import { WebhookWorker } from '../webhooks/webhook-worker.js';

/**
 * The work that an installation does by itself, unless it is paused. Schedules stop first, then tasks: what follows from those
 * that still end is done by what stops after them.
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
      // What is led has no need of the role: a process without it leads nothing.
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
