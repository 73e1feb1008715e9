import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { ConfigModule } from '../base/config/config.module.js';
import { FEATURES } from './core/features.js';
import type { Server } from './core/server.js';
import { HttpModule } from './http/http.module.js';

const SERVER = Symbol('SERVER');

/** The endpoints of a server, which starts and stops with them. */
@Module({})
export class AppModule
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  constructor(@Inject(SERVER) private readonly server: Server) {}

  static async with(server: Server): Promise<DynamicModule> {
    const loading = FEATURES.map(async (feature) =>
      'endpoints' in feature ? feature.endpoints() : null,
    );
    const modules = (await Promise.all(loading)).filter((module) => module !== null);
    return {
      module: AppModule,
      providers: [{ provide: SERVER, useValue: server }],
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
  }

  async onApplicationShutdown(): Promise<void> {
    await this.server.close();
  }
}
