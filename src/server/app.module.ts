import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Global,
  Module,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { ExpressAdapter } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { LOGGER } from '../base/tokens.js';
import { Database } from '../platform/database/database.js';
import { SkewWatch } from '../workflow/engine/workers/skew-watch.js';
import { SearchModule } from '../files/search/search.module.js';
import { CitationsModule } from '../files/citations/citations.module.js';
import { SecretsModule } from '../access/secrets/secrets.module.js';
import { ImagesModule } from '../tasks/images/images.module.js';
import { ModelsModule } from '../agents/models/models.module.js';
import { ModelsHttpModule } from '../agents/models/models-http.module.js';
import { VectorsModule } from '../agents/vectors/vectors.module.js';
import { McpServersModule } from '../agents/mcp-servers/mcp-servers.module.js';
import { AgentsModule } from '../agents/agents/agents.module.js';
import { MemoriesModule } from '../agents/memories/memories.module.js';
import { ApprovalsModule } from '../tasks/approvals/approvals.module.js';
import { ChildrenModule } from '../tasks/children/children.module.js';
import { InboxModule } from '../tasks/inbox/inbox.module.js';
import { AgentRunsModule } from '../agents/agent-runs/agent-runs.module.js';
import { AskModule } from '../agents/ask/ask.module.js';
import { AuditModule } from '../access/audit/audit.module.js';
import { AuthModule } from '../access/auth/auth.module.js';
import { RATE_STORE } from '../access/auth/rates/rate-store.js';
import { HAS_DASHBOARD } from '../access/auth/sessions/login-links.js';
import { BulkModule } from '../tasks/bulk/bulk.module.js';
import { DocumentsModule } from '../files/files/documents/documents.module.js';
import { FilesHttpModule } from '../files/files/files-http.module.js';
import { InstallationModule } from './installation/installation.module.js';
import { McpModule } from '../agents/mcp/mcp.module.js';
import { Activities } from '../tasks/meta-tasks/activity.js';
import { Dependents } from '../tasks/meta-tasks/dependents.js';
import { MetaTasksHttpModule } from '../tasks/meta-tasks/meta-tasks-http.module.js';
import { MetaTasksModule } from '../tasks/meta-tasks/meta-tasks.module.js';
import { MetaTaskActivities } from '../tasks/overview/meta-task-activities.js';
import { OverviewModule } from '../tasks/overview/overview.module.js';
import { ProjectsModule } from '../access/projects/projects.module.js';
import { RetentionModule } from '../tasks/retention/retention.module.js';
import { ScheduleDependents } from '../tasks/schedules/schedule-dependents.service.js';
import { SchedulesModule } from '../tasks/schedules/schedules.module.js';
import { TasksHttpModule } from '../tasks/tasks/tasks-http.module.js';
import { WebhooksModule } from '../tasks/webhooks/webhooks.module.js';
import { WorkerLease } from '../workflow/engine/workers/worker-lease.js';
import { CoreModule } from './core/core.module.js';
import type { OpenedServer } from './core/open-server.js';
import { ScriptWarming } from './core/script-warming.js';
import { ServerWork } from './core/server-work.js';
import { Dashboard } from './dashboard/dashboard.js';
import { HttpModule } from './http/http.module.js';
import { LastAnswers } from './http/last-answers.js';

/** Ports of features that only a server implements. */
@Global()
@Module({
  imports: [OverviewModule, SchedulesModule],
  providers: [
    {
      provide: HAS_DASHBOARD,
      inject: [Dashboard],
      useFactory: (dashboard: Dashboard) => dashboard.isServed,
    },
    { provide: Activities, useExisting: MetaTaskActivities },
    { provide: Dependents, useExisting: ScheduleDependents },
  ],
  exports: [Dashboard, RATE_STORE, HAS_DASHBOARD, Activities, Dependents],
})
class ServerPortsModule {
  static with({ dashboard, rates }: OpenedServer): DynamicModule {
    return {
      module: ServerPortsModule,
      providers: [
        { provide: Dashboard, useValue: dashboard },
        { provide: RATE_STORE, useValue: rates },
      ],
    };
  }
}

/** A server: its endpoints and its background work, which start and stop with it. */
@Module({
  // The OpenAPI document lists the operations in this order.
  imports: [
    AuthModule,
    AuditModule,
    ProjectsModule,
    FilesHttpModule,
    SearchModule,
    CitationsModule,
    SecretsModule,
    ImagesModule,
    ModelsModule,
    VectorsModule,
    McpServersModule,
    AgentsModule,
    MetaTasksModule,
    MetaTasksHttpModule,
    MemoriesModule,
    ApprovalsModule,
    TasksHttpModule,
    ModelsHttpModule,
    BulkModule,
    AskModule,
    ChildrenModule,
    InboxModule,
    AgentRunsModule,
    SchedulesModule,
    RetentionModule,
    WebhooksModule,
    McpModule,
    OverviewModule,
    InstallationModule,
    HttpModule,
    DocumentsModule,
  ],
  providers: [
    ScriptWarming,
    ServerWork,
    {
      provide: SkewWatch,
      inject: [Database, LOGGER],
      useFactory: (database: Database, logger: Logger) => new SkewWatch(database, logger),
    },
    {
      provide: LastAnswers,
      inject: [WorkerLease],
      useFactory: (lease: WorkerLease) => new LastAnswers(() => lease.draining),
    },
  ],
})
export class AppModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly work: ServerWork,
    private readonly last: LastAnswers,
    private readonly host: HttpAdapterHost<ExpressAdapter>,
    skew: SkewWatch,
    lease: WorkerLease,
  ) {
    skew.watch(lease);
  }

  static with(opened: OpenedServer): DynamicModule {
    return {
      module: AppModule,
      imports: [CoreModule.with(opened), ServerPortsModule.with(opened)],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.work.start();
  }

  /** Stops the background work first: the API keeps answering while running tasks finish. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.work.stop();
    await this.last.end(this.host.httpAdapter.getHttpServer());
  }
}
