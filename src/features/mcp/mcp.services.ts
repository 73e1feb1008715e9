import { LogLines } from '../../platform/events/log-lines.js';
import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { AskServices } from '../ask/ask.services.js';
import type { ApprovalsServices } from '../approvals/approvals.services.js';
import type { AuthServices } from '../auth/auth.services.js';
import type { FilesServices } from '../files/files.services.js';
import type { RetentionServices } from '../retention/retention.services.js';
import type { SearchServices } from '../search/search.services.js';
import type { TaskViewsServices } from '../tasks/task-views.services.js';
import type { TasksServices } from '../tasks/tasks.services.js';
import { CompletionsService } from './completions.service.js';
import { LoneAnswers } from './lone-answers.service.js';
import { McpEndpoint } from './mcp-endpoint.service.js';
import { McpSettings } from './mcp-settings.service.js';
import { McpTasks } from './mcp-tasks.service.js';
import { MetaTaskTools } from './meta-task-tools.service.js';
import { QuestionsService } from './questions.service.js';
import { ResultFiles } from './result-files.service.js';
import { ResourcesService } from './resources.service.js';
import { TaskCalls } from './task-calls.service.js';
import { TaskLogText } from './task-log-text.js';
import { TaskResults } from './task-results.service.js';
import { TaskSubscriptions } from './task-subscriptions.service.js';
import { ToolsService } from './tools.service.js';
import { ApprovalTools } from './tools/approval-tools.js';
import { CatalogueTools } from './tools/catalogue-tools.js';
import { FileTools } from './tools/file-tools.js';
import { TaskTools } from './tools/task-tools.js';

/** The services that the tools use. */
interface McpParts {
  approvals: ApprovalsServices;
  ask: AskServices;
  files: FilesServices;
  search: SearchServices;
  tasks: TasksServices;
  taskViews: TaskViewsServices;
  retention: RetentionServices;
  auth: Pick<AuthServices, 'requests'>;
}

export type McpServices = ReturnType<typeof mcpServices>;

/** Projects as servers of the Model Context Protocol. */
export function mcpServices(
  { database, events, bus, schemas, logger }: Infrastructure,
  { approvals, ask, files, search, tasks, taskViews, retention, auth }: McpParts,
) {
  const { workspaces, reader, texts } = files;
  const settings = new McpSettings(database);
  const metaTasks = new MetaTaskTools(database);
  const results = new TaskResults(new ResultFiles(workspaces, reader), metaTasks);
  const questions = new QuestionsService(
    approvals.approvals,
    approvals.decisions,
    approvals.links,
    approvals.address,
    tasks.tasks,
    settings,
    bus,
  );
  const mcpTasks = new McpTasks(tasks.tasks, retention.retention, questions, results);
  const calls = new TaskCalls(
    tasks.submission,
    tasks.tasks,
    taskViews.waits,
    events,
    questions,
    results,
    mcpTasks,
    bus,
  );
  const fixed = [
    ...new TaskTools(tasks.tasks, taskViews.views, taskViews.waits).all(),
    ...new FileTools(workspaces, reader, texts, search.search, {
      asks: ask.asks,
      metaTasks,
      calls,
    }).all(),
    ...new ApprovalTools(approvals.approvals, questions).all(),
  ];
  const catalogue = new CatalogueTools(metaTasks, calls).all();
  const tools = new ToolsService(fixed, catalogue, metaTasks, calls, settings, schemas);
  const logs = new TaskLogText(tasks.tasks, new LogLines(database));
  const resources = new ResourcesService(workspaces, reader, texts, tasks.tasks, logs);
  const endpoint = new McpEndpoint(
    tools,
    resources,
    mcpTasks,
    new CompletionsService(workspaces, reader, tasks.tasks),
    new LoneAnswers(questions),
    new TaskSubscriptions(
      tasks.tasks,
      events,
      taskViews.tails,
      taskViews.limits,
      auth.requests,
      logger,
    ),
    logger,
  );
  return { settings, endpoint };
}
