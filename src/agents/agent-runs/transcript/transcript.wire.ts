import { isoTimeOrNull } from '../../../base/kernel/clock.js';
import type { TranscriptMessageDto } from './transcript.dto.js';
import type { TranscriptMessage } from './transcript.js';
import { usdOf } from '../../models/usd.js';

export function transcriptMessageDto(message: TranscriptMessage): TranscriptMessageDto {
  const { usage } = message;
  return {
    role: message.role,
    step_id: message.stepId,
    text: message.text,
    calls: message.calls,
    call_id: message.callId,
    name: message.name,
    failed: message.failed,
    usage: usage && {
      input_tokens: usage.inputTokens,
      cached_tokens: usage.cachedTokens,
      output_tokens: usage.outputTokens,
      cost_usd: usdOf(usage.costMicroUsd),
    },
    started_at: isoTimeOrNull(message.startedAt),
    finished_at: isoTimeOrNull(message.finishedAt),
  };
}
