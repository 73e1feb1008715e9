import { type DynamicModule, Global, Module } from '@nestjs/common';
import { JOBS } from './election/jobs.js';
import { LeaderElection } from './election/leader-election.js';
import { leadOf } from './election/lead.token.js';
import { Transitions } from './state/transitions.js';
import { WorkerLease } from './workers/worker-lease.js';
import { WorkerRows } from './workers/worker-rows.js';

/** The states of tasks, and the part of this process in running them. */
export interface EngineParts {
  readonly transitions: Transitions;
  readonly workers: WorkerRows;
  readonly lease: WorkerLease;
  readonly election: LeaderElection;
}

/** The states of tasks, the workers of the installation and the jobs that one of them leads, for every module. */
@Global()
@Module({})
export class EngineModule {
  static with({ transitions, workers, lease, election }: EngineParts): DynamicModule {
    const providers = [
      { provide: Transitions, useValue: transitions },
      { provide: WorkerRows, useValue: workers },
      { provide: WorkerLease, useValue: lease },
      { provide: LeaderElection, useValue: election },
      ...JOBS.map((job) => ({ provide: leadOf(job), useValue: election.lead(job) })),
    ];
    return { module: EngineModule, providers, exports: providers };
  }
}
