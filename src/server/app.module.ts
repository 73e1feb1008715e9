import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { ExpressAdapter } from '@nestjs/platform-express';
import { ConfigModule } from '../base/config/config.module.js';
import { FEATURES } from './core/features.js';
import type { Server } from './core/server.js';
import { HttpModule } from './http/http.module.js';
import type { LastAnswers } from './http/last-answers.js';

const SERVER = Symbol('SERVER');
const LAST_ANSWERS = Symbol('LAST_ANSWERS');

/** The endpoints of a server, which starts and stops with them. */
@Module({})
export class AppModule
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  constructor(
    @Inject(SERVER) private readonly server: Server,
    @Inject(LAST_ANSWERS) private readonly last: LastAnswers,
    @Inject(HttpAdapterHost) private readonly host: HttpAdapterHost<ExpressAdapter>,
  ) {}

  static async with(server: Server, last: LastAnswers): Promise<DynamicModule> {
    const loading = FEATURES.map(async (feature) =>
      'endpoints' in feature ? feature.endpoints() : null,
    );
    const modules = (await Promise.all(loading)).filter((module) => module !== null);
    return {
      module: AppModule,
      providers: [
        { provide: SERVER, useValue: server },
        { provide: LAST_ANSWERS, useValue: last },
      ],
      imports: [
        ConfigModule.with(server.core.config),
        ...modules.map((module) => module.with(server)),
        HttpModule.with(server),
      ],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.server.start();
  }

  /** The API goes on answering while running tasks finish. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.server.stop();
    await this.last.end(this.host.httpAdapter.getHttpServer());
  }

  async onApplicationShutdown(): Promise<void> {
    await this.server.close();
  }
}
