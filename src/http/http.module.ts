import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { TerminusModule } from '@nestjs/terminus';
import type { Logger } from 'pino';
import { AuthModule } from '../auth/auth.module.js';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/settings.js';
import { LOGGER } from '../logging/logging.module.js';
import { TasksModule } from '../tasks/tasks.module.js';
import { DtoPipe } from './dto.pipe.js';
import { HealthController } from './health.controller.js';
import { JsonBodyInterceptor } from './json-body.interceptor.js';
import { MetricsController } from './metrics.controller.js';
import { Metrics } from './metrics.service.js';
import { ProblemFilter } from './problem.filter.js';

/** What every route shares: errors, bodies, validation, and the service's own endpoints. */
@Module({
  imports: [TerminusModule.forRoot({ logger: false }), AuthModule, TasksModule],
  controllers: [HealthController, MetricsController],
  providers: [
    Metrics,
    {
      provide: APP_FILTER,
      inject: [LOGGER],
      useFactory: (logger: Logger) => new ProblemFilter(logger),
    },
    {
      provide: APP_INTERCEPTOR,
      inject: [CONFIG],
      useFactory: (config: Config) => new JsonBodyInterceptor(config.maxBodyBytes),
    },
    { provide: APP_PIPE, useClass: DtoPipe },
  ],
  exports: [Metrics],
})
export class HttpModule {}
