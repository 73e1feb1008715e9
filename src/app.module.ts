import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { ApprovalsModule } from './approvals/approvals.module.js';
import { AuthModule } from './auth/auth.module.js';
import { ChildrenModule } from './children/children.module.js';
import { ConfigModule } from './config/config.module.js';
import type { Config } from './config/settings.js';
import { ConversionModule } from './conversion/conversion.module.js';
import { DatabaseModule } from './database/database.module.js';
import { EgressModule } from './egress/egress.module.js';
import { TransitionsModule } from './engine/transitions.module.js';
import { EventsModule } from './events/events.module.js';
import { FilesModule } from './files/files.module.js';
import { HttpModule } from './http/http.module.js';
import { InboxModule } from './inbox/inbox.module.js';
import { LoggingModule } from './logging/logging.module.js';
import { ProjectsModule } from './projects/projects.module.js';
import { QuotasModule } from './projects/quotas.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { RuntimeModule } from './runtime/runtime.module.js';
import { SchedulesModule } from './schedules/schedules.module.js';
import { SchemaModule } from './schema/schema.module.js';
import { SearchModule } from './search/search.module.js';
import { SecretsModule } from './secrets/secrets.module.js';
import { TaskTypesModule } from './task-types/task-types.module.js';
import { TasksModule } from './tasks/tasks.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/** The whole server. */
@Module({})
export class AppModule {
  static with(config: Config, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(config),
        LoggingModule.with(logger),
        SchemaModule,
        RuntimeModule,
        EgressModule,
        ConversionModule,
        DatabaseModule,
        EventsModule,
        TransitionsModule,
        AuthModule,
        QuotasModule,
        ProjectsModule,
        FilesModule,
        SearchModule,
        SecretsModule,
        TaskTypesModule,
        ApprovalsModule,
        TasksModule,
        ChildrenModule,
        InboxModule,
        SchedulesModule,
        RetentionModule,
        WebhooksModule,
        HttpModule,
      ],
    };
  }
}
