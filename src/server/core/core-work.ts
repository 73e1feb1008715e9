import { Injectable } from '@nestjs/common';
import { BackgroundWorks } from '../../base/kernel/background-work.js';
import { StaleCitations } from '../../features/citations/stale-citations.js';
import { ScriptContentsSweep } from '../../features/meta-tasks/contents/script-contents-sweep.js';
import { IndexerService } from '../../features/search/indexer.service.js';
import { SecretReads } from '../../features/secrets/secret-reads.service.js';
import { Idempotency } from '../../features/tasks/idempotency.service.js';
import { TextEventsSweep } from '../../features/tasks/text-events-sweep.service.js';
import { Keepers } from '../../workflow/engine/keepers/keepers.js';
import { WorkerLease } from '../../workflow/engine/workers/worker-lease.js';

/** The work that starts before the engine of tasks and stops after it. */
@Injectable()
export class CoreWork extends BackgroundWorks {
  constructor(
    lease: WorkerLease,
    keepers: Keepers,
    secretReads: SecretReads,
    idempotency: Idempotency,
    textEvents: TextEventsSweep,
    contents: ScriptContentsSweep,
    indexer: IndexerService,
    citations: StaleCitations,
  ) {
    super([lease, keepers, secretReads, idempotency, textEvents, contents, indexer, citations]);
  }
}
