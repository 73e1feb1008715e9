import { type DynamicModule, Global, Module } from '@nestjs/common';
import { JOBS } from './election/jobs.js';
import { LeaderElection } from './election/leader-election.js';
import { getLeadToken } from './election/lead.token.js';
import { Transitions } from './state/transitions.js';
import { WorkerLease } from './workers/worker-lease.js';
import { WorkerRows } from './workers/worker-rows.js';

/** The parts of the engine that other modules use, as one process has them. */
export interface EngineParts {
  readonly transitions: Transitions;
  readonly workers: WorkerRows;
  readonly lease: WorkerLease;
  readonly election: LeaderElection;
}

/** Provides every module with the states of tasks, the workers of the installation and the leads of background jobs. */
@Global()
@Module({})
export class EngineModule {
  static with({ transitions, workers, lease, election }: EngineParts): DynamicModule {
    const providers = [
      { provide: Transitions, useValue: transitions },
      { provide: WorkerRows, useValue: workers },
      { provide: WorkerLease, useValue: lease },
      { provide: LeaderElection, useValue: election },
      ...JOBS.map((job) => ({ provide: getLeadToken(job), useValue: election.lead(job) })),
    ];
    return { module: EngineModule, providers, exports: providers };
  }
}
