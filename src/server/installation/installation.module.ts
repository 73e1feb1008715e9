import { Module } from '@nestjs/common';
import { AuditModule } from '../../access/audit/audit.module.js';
import { BulkModule } from '../../tasks/bulk/bulk.module.js';
import { FilesHttpModule } from '../../files/files/files-http.module.js';
import { ImagesModule } from '../../tasks/images/images.module.js';
import { InstallationWork } from './installation-work.js';
import { InstallationController } from './installation.controller.js';
import { PausableWork } from './pausable-work.js';
import { Pause } from './pause.js';
import { EndedTasks } from './state/ended-tasks.js';
import { InstallationLoads } from './state/installation-load.js';
import { InstallationStates } from './state/installation-state.service.js';
import { Servers } from './state/servers.js';
import { Warnings } from './state/warnings.service.js';
import { McpServersModule } from '../../agents/mcp-servers/mcp-servers.module.js';
import { MemoriesModule } from '../../agents/memories/memories.module.js';
import { RetentionModule } from '../../tasks/retention/retention.module.js';
import { SchedulesModule } from '../../tasks/schedules/schedules.module.js';
import { SecretsModule } from '../../access/secrets/secrets.module.js';
import { TasksModule } from '../../tasks/tasks/tasks.module.js';
import { VectorsModule } from '../../agents/vectors/vectors.module.js';
import { WebhooksModule } from '../../tasks/webhooks/webhooks.module.js';
import { Database } from '../../platform/database/database.js';
import { EventBus } from '../../platform/events/event-bus.js';

/** State and background work of the installation. */
@Module({
  imports: [
    SecretsModule,
    TasksModule,
    AuditModule,
    FilesHttpModule,
    RetentionModule,
    WebhooksModule,
    MemoriesModule,
    VectorsModule,
    McpServersModule,
    ImagesModule,
    BulkModule,
    SchedulesModule,
  ],
  controllers: [InstallationController],
  providers: [
    Servers,
    Warnings,
    InstallationStates,
    Pause,
    InstallationWork,
    PausableWork,
    { provide: EndedTasks, inject: [EventBus], useFactory: (bus: EventBus) => new EndedTasks(bus) },
    {
      provide: InstallationLoads,
      inject: [Database, InstallationStates],
      useFactory: (database: Database, states: InstallationStates) =>
        new InstallationLoads(database, () => states.liveServers()),
    },
  ],
  exports: [PausableWork, InstallationLoads, InstallationStates],
})
export class InstallationModule {}
