import { type DynamicModule, Global, Module } from '@nestjs/common';
import { JOBS } from './keepers/jobs.js';
import { Keepers } from './keepers/keepers.js';
import { leadOf } from './keepers/lead.token.js';
import { Transitions } from './state/transitions.js';
import { WorkerLease } from './workers/worker-lease.js';
import { WorkerRows } from './workers/worker-rows.js';

/** The states of tasks, and the part of this process in running them. */
export interface EngineParts {
  readonly transitions: Transitions;
  readonly workers: WorkerRows;
  readonly lease: WorkerLease;
  readonly keepers: Keepers;
}

/** The states of tasks, the workers of the installation and the jobs that one of them leads, for every module. */
@Global()
@Module({})
export class EngineModule {
  static with({ transitions, workers, lease, keepers }: EngineParts): DynamicModule {
    const providers = [
      { provide: Transitions, useValue: transitions },
      { provide: WorkerRows, useValue: workers },
      { provide: WorkerLease, useValue: lease },
      { provide: Keepers, useValue: keepers },
      ...JOBS.map((job) => ({ provide: leadOf(job), useValue: keepers.lead(job) })),
    ];
    return { module: EngineModule, providers, exports: providers };
  }
}
