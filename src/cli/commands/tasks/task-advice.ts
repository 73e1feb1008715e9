import type { TaskDetail } from '@metarun/client';
import { shortId } from '../../toolkit/short-id.js';

type Advised = Pick<TaskDetail, 'id' | 'error_code' | 'task_type'>;

/** Returns what to do about a task that has failed, as a sentence; null if there is no advice. */
export function adviceFor({ id, error_code: code, task_type: type }: Advised): string | null {
  const short = shortId(id);
  const replay = `\`metarun pull ${short}\` brings it here, with its files and steps, to try it again.`;
  switch (code) {
    case 'script_error':
      return replay;
    case 'invalid_result':
      return `Mend the result at the place that the message names, or the result_schema of ${type}. ${replay}`;
    case 'timeout':
      return `Make it faster, or raise timeout_seconds (or total_timeout_seconds) of ${type}.`;
    case 'cpu_limit':
      return `Make it do less, or raise cpu_seconds of ${type}.`;
    case 'out_of_memory':
      return `Make it smaller, or raise memory_mb of ${type}.`;
    case 'dependency_error':
      return 'Look at the packages that the script asks for: the message has the reason.';
    case 'approval_rejected':
    case 'approval_expired':
      return `\`metarun tasks retry ${short}\` asks again.`;
    case 'cancelled':
      return `\`metarun tasks retry ${short}\` runs it again.`;
    case 'worker_lost':
    case 'sandbox_error':
      return `The server's log has the reason; then \`metarun tasks retry ${short}\`.`;
    default:
      return null;
  }
}
