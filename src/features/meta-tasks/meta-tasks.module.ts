import { type DynamicModule, Module } from '@nestjs/common';
import { provided } from '../../platform/wire/provided.js';
import { MetaTaskCheckController } from './meta-task-check.controller.js';
import { ExamplesController } from './examples/examples.controller.js';
import { Activities } from './activity.js';
import { Dependents } from './dependents.js';
import { MetaTasksController } from './meta-tasks.controller.js';
import { NetworkController } from './network.controller.js';
import { RunLimitsController } from './run-limits.controller.js';
import type { MetaTasksServices } from './meta-tasks.services.js';

/** The services of a server that the endpoints use. */
interface MetaTasksServer {
  core: { metaTasks: MetaTasksServices };
  overview: { activities: Activities };
  schedules: { dependents: Dependents };
}

/** The endpoints of meta-tasks. */
@Module({})
export class MetaTasksModule {
  static with({ core, overview, schedules }: MetaTasksServer): DynamicModule {
    const { providers, ...shared } = provided(core.metaTasks);
    return {
      module: MetaTasksModule,
      controllers: [
        MetaTasksController,
        MetaTaskCheckController,
        ExamplesController,
        NetworkController,
        RunLimitsController,
      ],
      providers: [
        ...providers,
        { provide: Activities, useValue: overview.activities },
        { provide: Dependents, useValue: schedules.dependents },
      ],
      ...shared,
    };
  }
}
