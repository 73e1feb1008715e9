import { isoTime, isoTimeOrNull } from '../../../base/kernel/clock.js';
import type { ListedCall } from '../gateway/model-calls.service.js';
import type { ModelCallDto } from './task-model-calls.dto.js';
import { usdOf } from '../usd.js';

export function modelCallDto(call: ListedCall): ModelCallDto {
  return {
    id: call.id,
    step_id: call.step_id,
    step_name: call.step_name,
    attempt: call.attempt,
    model: `${call.provider}/${call.model}`,
    state: call.state,
    input_tokens: call.input_tokens,
    cached_tokens: call.cached_tokens,
    output_tokens: call.output_tokens,
    reasoning_tokens: call.reasoning_tokens,
    reported_input_tokens: call.reported_input_tokens,
    reported_output_tokens: call.reported_output_tokens,
    estimated_input_tokens: call.estimated_input_tokens,
    estimated_output_tokens: call.estimated_output_tokens,
    cost_usd: usdOf(call.cost_micro_usd),
    error: call.error,
    started_at: isoTime(call.created_at),
    finished_at: isoTimeOrNull(call.finished_at),
    first_token_ms: call.first_token_ms,
    duration_ms: call.duration_ms,
  };
}
