import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../base/tokens.js';
import type { Config } from '../../../base/config/settings.js';
import type { TaskEntity } from '../../../workflow/engine/state/task.entity.js';
import { Egress } from '../../../sandbox/egress/egress.js';
import { givenUp } from '../../../workflow/engine/operations/held.js';
import type { RetryPolicy } from '../../../workflow/engine/runs/retry-policy.js';
import {
  type ExecutedOutcome,
  type ExecutedRun,
  type RunControl,
  type RunListener,
  TaskExecutor,
} from '../../../workflow/engine/runs/task-executor.js';
import type { Json } from '../../../base/kernel/json.js';
import { Redaction } from '../../../base/redaction/redaction.js';
import { Capabilities } from '../../../sandbox/runtime/capabilities.js';
import { endedRun, failedWith } from '../../../sandbox/runtime/run-handles.js';
import type { RunHost, RunOutcome } from '../../../sandbox/runtime/runtime.js';
import { issuesAt, describeIssues } from '../../../base/schema/schema-issue.js';
import { SchemaValidator } from '../../../base/schema/schema-validator.js';
import type { Journal } from '../../../workflow/steps/journal.js';
import { Journals } from '../../../workflow/steps/journals.js';
import type { ExecutionMode } from '../../meta-tasks/fields.js';
import { toRetryPolicy } from '../../meta-tasks/retry-rules.js';
import { ScriptMissingError } from '../../meta-tasks/contents/script-contents.service.js';
import { RunnableVersions } from '../../meta-tasks/runnable-versions.service.js';
import { DeclaredPhases } from './declared-phases.js';
import type { RunnableVersion } from '../../meta-tasks/meta-task.js';
import type { Extension } from './extension.js';
import type { ModeExecutor } from './mode-executor.js';
import { summariseResult } from '../views/result-summary.js';
import { runLimits, withTotalLimit } from './run-limits.js';

/**
 * Runs tasks of every mode: gives a run the capabilities of its project, its journal and its network, lets the executor
 * of the mode do the work, and checks the result. The features of the modes register the executors.
 */
@Injectable()
export class TaskRuns extends TaskExecutor {
  private readonly executors = new Map<ExecutionMode, ModeExecutor>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly versions: RunnableVersions,
    private readonly capabilities: Capabilities,
    private readonly schemas: SchemaValidator,
    private readonly egress: Egress,
    private readonly journals: Journals,
  ) {
    super();
  }

  register(mode: ExecutionMode, executor: ModeExecutor): void {
    if (this.executors.has(mode)) throw new Error(`the mode ${mode} has two executors`);
    this.executors.set(mode, executor);
  }

  private resolveExecutor({ definition }: RunnableVersion): ModeExecutor {
    const executor = this.executors.get(definition.execution_mode);
    if (executor === undefined)
      throw new Error(`nothing runs tasks of the mode ${definition.execution_mode}`);
    return executor;
  }

  /** See {@link ModeExecutor.checkExtension}. */
  async checkExtension(task: TaskEntity, extension: Extension): Promise<void> {
    const version = await this.versions.byVersionId(task.project_id, task.version_id);
    await this.resolveExecutor(version).checkExtension(task, version, extension);
  }

  async start(task: TaskEntity, listener: RunListener, control: RunControl): Promise<ExecutedRun> {
    const version = await this.toRun(task);
    if (typeof version === 'string') return failedRun(version);
    const { definition, networkRules, resultSchema } = version;
    const executor = this.resolveExecutor(version);
    const redaction = new Redaction();
    const network = this.egress.open(networkRules);
    const context = {
      projectId: task.project_id,
      taskId: task.id,
      attempt: task.attempt,
      fence: task.fence,
      workspaceId: definition.workspace_id,
      modelLimits: { tokens: definition.max_tokens, costUsd: definition.max_cost_usd },
      allowMcp: definition.allow_mcp,
      network,
      addRedaction: (value: string) => redaction.add(value),
      redact: (text: string) => redaction.apply(text),
    };
    const journal = this.journals.open(context, task, listener);
    // Reports from before the wait have already been passed on.
    const report = (pass: () => void): void => (journal.repeats ? undefined : pass());
    const phases = definition.phases.length === 0 ? null : new DeclaredPhases(definition.phases);
    const host: RunHost = {
      stop: control.stop,
      onPhase: (text) =>
        report(() => {
          const phase = redaction.apply(text);
          listener.onPhase(phase);
          const warning = phases?.takeWarning(phase);
          if (warning !== undefined) listener.onLog('warning', warning);
        }),
      onProgress: (value) => report(() => listener.onProgress(value)),
      redact: (text) => redaction.apply(text, true),
      onLog: (level, text, part) =>
        report(() => listener.onLog(level, redaction.apply(text, part === 'open'), part)),
      call: async (method, args, pending) => {
        if (!(await control.holds())) throw givenUp();
        return this.capabilities.call(context, method, args, pending);
      },
      waits: (method) => this.capabilities.waits(method),
    };
    const { config } = this;
    const handle = executor.start({
      task,
      version,
      params: JSON.parse(task.params) as Json,
      limits: runLimits(task, definition, config),
      context,
      journal,
      network,
      host,
      holds: () => control.holds(),
    });
    return {
      outcome: handle.outcome.then(async (outcome) => {
        network?.close();
        journal.close();
        const ended = withTotalLimit(known(outcome, journal), task, definition, config);
        return redacted(await this.checked(ended, resultSchema, task.project_id), redaction);
      }),
      usage: handle.usage,
      awaitedBy: (calls) => journal.awaitedBy(calls),
    };
  }

  /** Returns the version of a task, or the reason why it can never run. */
  private async toRun(task: TaskEntity): Promise<RunnableVersion | string> {
    try {
      return await this.versions.toRun(task.project_id, task.version_id);
    } catch (error) {
      if (error instanceof ScriptMissingError) return error.message;
      throw error;
    }
  }

  async retryPolicy(task: TaskEntity): Promise<RetryPolicy> {
    const { definition } = await this.versions.byVersionId(task.project_id, task.version_id);
    return toRetryPolicy(definition);
  }

  /** Checks a result. The guest has checked its size as well, but is not trusted. */
  private async checked(
    outcome: RunOutcome,
    resultSchema: string | null,
    projectId: string,
  ): Promise<RunOutcome> {
    if (outcome.kind !== 'success') return outcome;
    const size = Buffer.byteLength(JSON.stringify(outcome.result));
    if (size > this.config.maxResultBytes)
      return invalid(
        `The result has ${size} bytes of JSON; ${this.config.maxResultBytes} are allowed.`,
      );
    if (resultSchema === null) return outcome;
    const issues = await this.schemas.validate(resultSchema, outcome.result, projectId, {
      waits: true,
    });
    if (issues.length === 0) return outcome;
    const details = describeIssues(issuesAt('result', issues));
    return invalid(`The result does not match the result_schema: ${details}.`);
  }
}

/** Returns a run that failed before it started. */
function failedRun(message: string): ExecutedRun {
  return {
    ...endedRun(failedWith('sandbox_error', message)),
    awaitedBy: () => ({ steps: [], together: false }),
  };
}

/**
 * Returns the outcome with the host's error code if the script did not catch an error of the host: the guest's code is
 * not trusted.
 */
function known(outcome: RunOutcome, journal: Journal): RunOutcome {
  if (outcome.kind !== 'failed' || outcome.code !== 'script_error') return outcome;
  const code = journal.findErrorCode(outcome.message);
  return code === null ? outcome : { ...outcome, code };
}

/**
 * Returns the outcome without secrets in its errors and its summary for lists. The result itself is the script's own
 * choice.
 */
function redacted(outcome: RunOutcome, redaction: Redaction): ExecutedOutcome {
  if (outcome.kind === 'success')
    return {
      ...outcome,
      summary: summariseResult(outcome.result, (text) => redaction.apply(text)),
    };
  if (outcome.kind !== 'failed') return outcome;
  const { message, stack } = outcome;
  return {
    ...outcome,
    message: redaction.apply(message),
    stack: stack === null ? null : redaction.apply(stack),
  };
}

function invalid(message: string): RunOutcome {
  return failedWith('invalid_result', message);
}
