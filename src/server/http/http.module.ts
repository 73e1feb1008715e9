import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { TerminusModule } from '@nestjs/terminus';
import type { Logger } from 'pino';
import type { Config } from '../../base/config/settings.js';
import { CONFIG, LOGGER } from '../../base/tokens.js';
import { AuthModule } from '../../access/auth/auth.module.js';
import { DocumentsModule } from '../../files/files/documents/documents.module.js';
import { InstallationModule } from '../installation/installation.module.js';
import { TasksModule } from '../../tasks/tasks/tasks.module.js';
import { Database } from '../../platform/database/database.js';
import { WriteProbe } from '../../platform/database/write-probe.js';
import { DtoPipe } from './dto.pipe.js';
import { HealthController } from './health.controller.js';
import { JsonBodyInterceptor } from './json-body.interceptor.js';
import { MetricsController } from './metrics.controller.js';
import { Metrics } from './metrics.service.js';
import { ProblemFilter } from './problem.filter.js';
import { QueryInterceptor } from './request-target.js';
import { ScaleController } from './scale.controller.js';

/** The parts shared by all routes: errors, bodies, validation, and the service's own endpoints. */
@Module({
  imports: [
    TerminusModule.forRoot({ logger: false }),
    AuthModule,
    TasksModule,
    DocumentsModule,
    InstallationModule,
  ],
  controllers: [HealthController, MetricsController, ScaleController],
  providers: [
    Metrics,
    {
      provide: WriteProbe,
      inject: [Database, LOGGER],
      useFactory: (database: Database, logger: Logger) => new WriteProbe(database, logger),
    },
    {
      provide: APP_FILTER,
      inject: [LOGGER],
      useFactory: (logger: Logger) => new ProblemFilter(logger),
    },
    { provide: APP_INTERCEPTOR, useClass: QueryInterceptor },
    {
      provide: APP_INTERCEPTOR,
      inject: [CONFIG],
      useFactory: ({ maxBodyBytes }: Config) => new JsonBodyInterceptor(maxBodyBytes),
    },
    { provide: APP_PIPE, useClass: DtoPipe },
  ],
})
export class HttpModule implements OnApplicationShutdown {
  constructor(private readonly metrics: Metrics) {}

  onApplicationShutdown(): void {
    this.metrics.close();
  }
}
