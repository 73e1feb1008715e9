import type { RunUsage } from '../../../sandbox/runtime/runtime.js';
import type { Recorded } from '../operations/record.js';
import type { RunKey } from './run-key.js';
import type { TaskEntity } from '../state/task.entity.js';

/** Returns the reports with a log line of the host behind them. */
export function noted(
  recorded: Recorded,
  { taskId, attempt }: RunKey,
  text: string | null,
): Recorded {
  if (text === null) return recorded;
  const line = { type: 'log', taskId, attempt, level: 'info', data: { text } } as const;
  return { ...recorded, events: [...recorded.events, { ...line, createdAt: Date.now() }] };
}

/** Returns the usage of an attempt so far, including that before it waited. */
export function usageOf(task: TaskEntity, used: RunUsage | null): RunUsage | null {
  if (task.cpu_ms === null || task.peak_memory_bytes === null) return used;
  return {
    cpuMs: task.cpu_ms + (used?.cpuMs ?? 0),
    peakMemoryBytes: Math.max(task.peak_memory_bytes, used?.peakMemoryBytes ?? 0),
  };
}
