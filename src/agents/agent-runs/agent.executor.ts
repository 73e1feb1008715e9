import { invalidField } from '../../base/kernel/errors.js';
import type { TaskEntity } from '../../workflow/engine/state/task.entity.js';
import type { RunnableVersion } from '../../tasks/meta-tasks/meta-task.js';
import type { Extension } from '../../tasks/tasks/runs/extension.js';
import { extensionIssue } from './extended-limits.js';
import type { RunHandle } from '../../sandbox/runtime/runtime.js';
import { ModeExecutor, type OpenRun } from '../../tasks/tasks/runs/mode-executor.js';
import { AgentRun, type AgentRunServices } from './agent-run.js';

/** Runs the tasks of agents within the server. */
export class AgentExecutor extends ModeExecutor {
  constructor(private readonly services: AgentRunServices) {
    super();
  }

  start(run: OpenRun): RunHandle {
    return new AgentRun(run, this.services);
  }

  override async checkExtension(
    task: TaskEntity,
    version: RunnableVersion,
    extension: Extension,
  ): Promise<void> {
    const { contracts, caps } = this.services;
    const { limits } = await contracts.of(task, version);
    const issue = extensionIssue(limits, extension, caps);
    if (issue !== null) throw invalidField(`/extend/${issue.limit}`, issue.message);
  }
}
