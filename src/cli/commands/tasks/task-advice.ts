import type { TaskDetail } from '@metarun/client';
import { shortId } from '../../toolkit/short-id.js';

type Advised = Pick<TaskDetail, 'id' | 'error_code' | 'error_message' | 'task_type'>;

/** Returns a sentence on what to do about a failed task, or null if there is no advice. */
export function adviceFor({
  id,
  error_code: code,
  error_message: message,
  task_type: type,
}: Advised): string | null {
  const short = shortId(id);
  const replay = `\`metarun pull ${short}\` brings it here, with its files and steps, to try it again.`;
  switch (code) {
    case 'script_error':
      return replay;
    case 'script_crashed':
      return `The end of its log may say why. ${replay}`;
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
    case 'budget_exceeded':
      return budgetAdvice(short, message);
    case 'model_error':
      return `Correct what the message names, such as the model, its provider or its key; then \`metarun tasks retry ${short}\`.`;
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

/** Advises to extend the limit of an agent's run, or the limit in the meta-task of a script. */
function budgetAdvice(short: string, message: string | null): string {
  const retry = `metarun tasks retry ${short}`;
  const [limit] = /\bmax_(?:steps|tool_calls|tokens|cost_usd)\b/.exec(message ?? '') ?? [];
  if (limit === undefined)
    return `Mend what the message names, such as the budget; then \`${retry}\`.`;
  return `The task of an agent goes on by \`${retry} --extend ${limit}=…\`; for a script raise the limit, then \`${retry}\`.`;
}
