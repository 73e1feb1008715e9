import type { TaskDetail } from '@metarun/client';
import { plainLine } from '../plain-text.js';
import { countText, usdText } from '../units.js';

/** Returns a task's model usage in one line, or null if it has used no model. */
export function usedOfModels({ usage, model }: Pick<TaskDetail, 'usage' | 'model'>): string | null {
  if (usage === null) return null;
  const { model_calls, tool_calls, input_tokens, cached_tokens, output_tokens } = usage;
  const cached = cached_tokens > 0 ? ` (${cached_tokens} cached)` : '';
  const parts = [
    plainLine(model ?? ''),
    countText(model_calls, 'request'),
    ...(tool_calls > 0 ? [countText(tool_calls, 'tool call')] : []),
    `${input_tokens} tokens sent${cached}, ${output_tokens} answered`,
    ...(usage.cost_usd === null ? [] : [usdText(usage.cost_usd)]),
    ...(usage.lost_calls > 0 ? [`${countText(usage.lost_calls, 'request')} lost`] : []),
  ];
  return parts.filter((part) => part !== '').join(', ');
}
