import { Injectable } from '@nestjs/common';
import { BackgroundWorks } from '../../base/kernel/background-work.js';
import { StaleCitations } from '../../files/citations/stale-citations.js';
import { ScriptContentsSweep } from '../../tasks/meta-tasks/contents/script-contents-sweep.js';
import { IndexerService } from '../../files/search/indexer.service.js';
import { SecretReads } from '../../access/secrets/secret-reads.service.js';
import { Idempotency } from '../../tasks/tasks/submission/idempotency.service.js';
import { TextEventsSweep } from '../../tasks/tasks/events/text-events-sweep.service.js';
import { LeaderElection } from '../../workflow/engine/election/leader-election.js';
import { WorkerLease } from '../../workflow/engine/workers/worker-lease.js';

/** Background work that starts before the task engine and stops after it. */
@Injectable()
export class CoreWork extends BackgroundWorks {
  constructor(
    lease: WorkerLease,
    election: LeaderElection,
    secretReads: SecretReads,
    idempotency: Idempotency,
    textEvents: TextEventsSweep,
    contents: ScriptContentsSweep,
    indexer: IndexerService,
    citations: StaleCitations,
  ) {
    super([lease, election, secretReads, idempotency, textEvents, contents, indexer, citations]);
  }
}
