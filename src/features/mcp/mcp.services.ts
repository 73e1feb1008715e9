import { LogLines } from '../../platform/events/log-lines.js';
import type { Infrastructure } from '../../workflow/engine/infrastructure.js';
import type { ApprovalsServices } from '../approvals/approvals.services.js';
import type { FilesServices } from '../files/files.services.js';
import type { RetentionServices } from '../retention/retention.services.js';
import type { SearchServices } from '../search/search.services.js';
import type { TaskViewsServices } from '../tasks/task-views.services.js';
import type { TasksServices } from '../tasks/tasks.services.js';
import { McpEndpoint } from './mcp-endpoint.service.js';
import { McpSettings } from './mcp-settings.service.js';
import { McpTasks } from './mcp-tasks.service.js';
import { MetaTaskTools } from './meta-task-tools.service.js';
import { QuestionsService } from './questions.service.js';
import { ResourcesService } from './resources.service.js';
import { TaskCalls } from './task-calls.service.js';
import { TaskLogText } from './task-log-text.js';
import { TaskResults } from './task-results.service.js';
import { ToolsService } from './tools.service.js';
import { ApprovalTools } from './tools/approval-tools.js';
import { CatalogueTools } from './tools/catalogue-tools.js';
import { FileTools } from './tools/file-tools.js';
import { TaskTools } from './tools/task-tools.js';

/** The services that the tools use. */
interface McpParts {
  approvals: ApprovalsServices;
  files: FilesServices;
  search: SearchServices;
  tasks: TasksServices;
  taskViews: TaskViewsServices;
  retention: RetentionServices;
}

export type McpServices = ReturnType<typeof mcpServices>;

/** Projects as servers of the Model Context Protocol. */
export function mcpServices(
  { database, events, schemas, logger }: Infrastructure,
  { approvals, files, search, tasks, taskViews, retention }: McpParts,
) {
  const { workspaces, reader, texts } = files;
  const settings = new McpSettings(database);
  const metaTasks = new MetaTaskTools(database);
  const results = new TaskResults(workspaces, reader, metaTasks);
  const questions = new QuestionsService(
    approvals.approvals,
    approvals.decisions,
    approvals.links,
    approvals.address,
    tasks.tasks,
    settings,
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
  );
  const fixed = [
    ...new TaskTools(tasks.tasks, taskViews.views, taskViews.waits).all(),
    ...new FileTools(workspaces, reader, texts, search.search).all(),
    ...new ApprovalTools(approvals.approvals, questions).all(),
  ];
  const catalogue = new CatalogueTools(metaTasks, calls).all();
  const tools = new ToolsService(fixed, catalogue, metaTasks, calls, settings, schemas);
  const logs = new TaskLogText(tasks.tasks, new LogLines(database));
  const resources = new ResourcesService(workspaces, reader, texts, tasks.tasks, logs);
  return { settings, endpoint: new McpEndpoint(tools, resources, mcpTasks, logger) };
}
