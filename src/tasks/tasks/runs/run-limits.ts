import type { Config } from '../../../base/config/settings.js';
import type { TaskEntity } from '../../../workflow/engine/state/task.entity.js';
import type { RunLimits } from '../../../sandbox/runtime/protocol.js';
import type { RunOutcome } from '../../../sandbox/runtime/runtime.js';
import type { Definition } from '../../meta-tasks/fields.js';

const MIB = 1024 * 1024;

/** Returns the limits of a run that starts now. */
export function runLimits(task: TaskEntity, definition: Definition, config: Config): RunLimits {
  const timeoutMs = (definition.timeout_seconds ?? config.defaultTimeoutSeconds) * 1000;
  return {
    timeout_ms: Math.min(timeoutMs, leftMs(task)),
    memory_bytes: (definition.memory_mb ?? config.defaultMemoryMb) * MIB,
    cpu_ms: (definition.cpu_seconds ?? (config.defaultCpuSeconds || config.maxCpuSeconds)) * 1000,
    max_result_bytes: config.maxResultBytes,
    max_log_bytes: config.maxLogBytes,
  };
}

/** Returns the outcome, with the name of the limit if it was the task's total one. */
export function withTotalLimit(
  outcome: RunOutcome,
  task: TaskEntity,
  definition: Definition,
  config: Config,
): RunOutcome {
  if (outcome.kind !== 'failed' || outcome.code !== 'timeout') return outcome;
  const timeoutMs = (definition.timeout_seconds ?? config.defaultTimeoutSeconds) * 1000;
  if (timeoutMs <= leftMs(task)) return outcome;
  return {
    ...outcome,
    message: `The task passed its total limit of ${definition.total_timeout_seconds} s (total_timeout_seconds) and was stopped.`,
  };
}

/**
 * Returns the rest of the task's total limit when it was claimed: the time without a phase began then, by the same
 * clock.
 */
function leftMs(task: TaskEntity): number {
  if (task.deadline_at === null || task.phase_since === null) return Number.POSITIVE_INFINITY;
  return Math.max(1, task.deadline_at - task.phase_since);
}
