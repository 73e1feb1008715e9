import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { TerminusModule } from '@nestjs/terminus';
import { InstallationLoads } from '../../features/installation/state/installation-load.js';
import { PausableWork } from '../../features/installation/pausable-work.js';
import { ConversionMonitor } from '../../sandbox/conversion/conversion-monitor.js';
import { Containers } from '../../sandbox/containers/containers.js';
import { DocumentConverter } from '../../sandbox/conversion/document-converter.js';
import type { Server } from '../core/server.js';
import { BusLink } from '../../platform/events/bus/bus-link.js';
import { Database } from '../../platform/database/database.js';
import { WriteProbe } from '../../platform/database/write-probe.js';
import { Lanes } from '../../workflow/engine/lanes.js';
import { WorkerLease } from '../../workflow/engine/workers/worker-lease.js';
import { Runtimes } from '../../sandbox/runtime/runtimes.js';
import { Sandbox } from '../../sandbox/runtime/sandbox/sandbox.js';
import { DtoPipe } from './dto.pipe.js';
import { HealthController } from './health.controller.js';
import { JsonBodyInterceptor } from './json-body.interceptor.js';
import { MetricsController } from './metrics.controller.js';
import { Metrics } from './metrics.service.js';
import { ScaleController } from './scale.controller.js';
import { ProblemFilter } from './problem.filter.js';
import { QueryInterceptor } from './request-target.js';

/** The parts that all routes share: errors, bodies, validation, and the service's own endpoints. */
@Module({})
export class HttpModule implements OnApplicationShutdown {
  constructor(private readonly metrics: Metrics) {}

  onApplicationShutdown(): void {
    this.metrics.close();
  }

  static with({ core, converter, work, states }: Server): DynamicModule {
    const { config, logger, bus, busLink, database, sandbox, lease, keepers } = core;
    const { engine, lanes } = core.tasks;
    const loads = new InstallationLoads(database, () => states.liveServers());
    const metrics = new Metrics(bus, busLink, engine, lanes, converter, database, loads, keepers);
    const values = [
      { provide: Database, useValue: database },
      { provide: BusLink, useValue: busLink },
      { provide: Lanes, useValue: lanes },
      { provide: WorkerLease, useValue: lease },
      { provide: Sandbox, useValue: sandbox },
      { provide: Runtimes, useValue: core.runtimes },
      { provide: Containers, useValue: core.containers },
      { provide: DocumentConverter, useValue: converter },
      { provide: WriteProbe, useValue: new WriteProbe(database, logger) },
      { provide: PausableWork, useValue: work },
      { provide: ConversionMonitor, useValue: converter },
      { provide: InstallationLoads, useValue: loads },
      { provide: Metrics, useValue: metrics },
    ];
    return {
      module: HttpModule,
      imports: [TerminusModule.forRoot({ logger: false })],
      controllers: [HealthController, MetricsController, ScaleController],
      providers: [
        ...values,
        { provide: APP_FILTER, useValue: new ProblemFilter(logger) },
        { provide: APP_INTERCEPTOR, useClass: QueryInterceptor },
        { provide: APP_INTERCEPTOR, useValue: new JsonBodyInterceptor(config.maxBodyBytes) },
        { provide: APP_PIPE, useClass: DtoPipe },
      ],
    };
  }
}
