import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { ApprovalsModule } from './approvals/approvals.module.js';
import { AuthModule } from './auth/auth.module.js';
import { ChildrenModule } from './children/children.module.js';
import { ConfigModule } from './config/config.module.js';
import type { Server } from './core/server.js';
import { FilesModule } from './files/files.module.js';
import { HttpModule } from './http/http.module.js';
import { InboxModule } from './inbox/inbox.module.js';
import { ProjectsModule } from './projects/projects.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { SchedulesModule } from './schedules/schedules.module.js';
import { SearchModule } from './search/search.module.js';
import { SecretsModule } from './secrets/secrets.module.js';
import { TaskTypesModule } from './task-types/task-types.module.js';
import { TasksModule } from './tasks/tasks.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

const SERVER = Symbol('SERVER');

/** The endpoints of a server, which starts and stops with them. */
@Module({})
export class AppModule
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  constructor(@Inject(SERVER) private readonly server: Server) {}

  static with(server: Server): DynamicModule {
    const { core } = server;
    return {
      module: AppModule,
      providers: [{ provide: SERVER, useValue: server }],
      imports: [
        ConfigModule.with(core.config),
        AuthModule.with(server.auth),
        ProjectsModule.with(server.projects),
        FilesModule.with(core.files, server.storedFiles, server.documents),
        SearchModule.with(core.search),
        SecretsModule.with(core.secrets),
        TaskTypesModule.with(core.taskTypes),
        ApprovalsModule.with(core.approvals),
        TasksModule.with({ ...core.tasks, ...server.taskViews, ...core.steps }),
        ChildrenModule.with(core.children),
        InboxModule.with(core.inbox),
        SchedulesModule.with(server.schedules),
        RetentionModule.with(server.retention),
        WebhooksModule.with(server.webhooks),
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
