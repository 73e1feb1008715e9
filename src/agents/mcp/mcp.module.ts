import { Module } from '@nestjs/common';
import { SchemaValidator } from '../../base/schema/schema-validator.js';
import { ApprovalsModule } from '../../tasks/approvals/approvals.module.js';
import { AskModule } from '../ask/ask.module.js';
import { AskService } from '../ask/ask.service.js';
import { AuditModule } from '../../access/audit/audit.module.js';
import { AuthModule } from '../../access/auth/auth.module.js';
import { FilesModule } from '../../files/files/files.module.js';
import { TextReaderService } from '../../files/files/reading/text-reader.service.js';
import { FileReaderService } from '../../files/files/tree/file-reader.service.js';
import { WorkspacesService } from '../../files/files/workspaces/workspaces.service.js';
import { CompletionsService } from './completions.service.js';
import { LoneAnswers } from './lone-answers.service.js';
import { McpEndpoint } from './mcp-endpoint.service.js';
import { McpSettingsController } from './mcp-settings.controller.js';
import { McpSettings } from './mcp-settings.service.js';
import { McpTasks } from './mcp-tasks.service.js';
import { McpController } from './mcp.controller.js';
import { MetaTaskTools } from './meta-task-tools.service.js';
import { QuestionsService } from './questions.service.js';
import { ResourcesService } from './resources.service.js';
import { ResultFiles } from './result-files.service.js';
import { TaskCalls } from './task-calls.service.js';
import { TaskLogText } from './task-log-text.js';
import { TaskResults } from './task-results.service.js';
import { TaskSubscriptions } from './task-subscriptions.service.js';
import { ToolsService } from './tools.service.js';
import { ApprovalTools } from './tools/approval-tools.js';
import { CatalogueTools } from './tools/catalogue-tools.js';
import { FileTools } from './tools/file-tools.js';
import { TaskTools } from './tools/task-tools.js';
import { RetentionModule } from '../../tasks/retention/retention.module.js';
import { SearchModule } from '../../files/search/search.module.js';
import { SearchService } from '../../files/search/search.service.js';
import { TasksHttpModule } from '../../tasks/tasks/tasks-http.module.js';
import { TasksModule } from '../../tasks/tasks/tasks.module.js';

/** Projects as servers of the Model Context Protocol. */
@Module({
  imports: [
    FilesModule,
    ApprovalsModule,
    TasksModule,
    RetentionModule,
    TasksHttpModule,
    AuthModule,
    AuditModule,
    SearchModule,
    AskModule,
  ],
  controllers: [McpController, McpSettingsController],
  providers: [
    McpSettings,
    MetaTaskTools,
    TaskResults,
    ResultFiles,
    QuestionsService,
    McpTasks,
    TaskCalls,
    TaskTools,
    ApprovalTools,
    CatalogueTools,
    TaskLogText,
    ResourcesService,
    McpEndpoint,
    CompletionsService,
    LoneAnswers,
    TaskSubscriptions,
    {
      provide: FileTools,
      inject: [
        WorkspacesService,
        FileReaderService,
        TextReaderService,
        SearchService,
        AskService,
        MetaTaskTools,
        TaskCalls,
      ],
      useFactory: (
        workspaces: WorkspacesService,
        reader: FileReaderService,
        texts: TextReaderService,
        searches: SearchService,
        asks: AskService,
        metaTasks: MetaTaskTools,
        calls: TaskCalls,
      ) => new FileTools(workspaces, reader, texts, searches, { asks, metaTasks, calls }),
    },
    {
      provide: ToolsService,
      inject: [
        TaskTools,
        FileTools,
        ApprovalTools,
        CatalogueTools,
        MetaTaskTools,
        TaskCalls,
        McpSettings,
        SchemaValidator,
      ],
      useFactory: (
        tasks: TaskTools,
        files: FileTools,
        approvals: ApprovalTools,
        catalogue: CatalogueTools,
        metaTasks: MetaTaskTools,
        calls: TaskCalls,
        settings: McpSettings,
        schemas: SchemaValidator,
      ) =>
        new ToolsService(
          [...tasks.all(), ...files.all(), ...approvals.all()],
          catalogue.all(),
          metaTasks,
          calls,
          settings,
          schemas,
        ),
    },
  ],
})
export class McpModule {}
