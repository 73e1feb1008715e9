import { isoTime, isoTimeOrNull } from '../../base/kernel/clock.js';
import type { Delivery, DeliveryDetail } from './delivery.js';
import type { DeliveryDetailDto, DeliveryDto } from './delivery.dto.js';

export function deliveryDto(delivery: Delivery): DeliveryDto {
  return {
    id: delivery.id,
    type: delivery.type,
    task_id: delivery.taskId,
    status: delivery.status,
    attempts: delivery.attempts,
    next_attempt_at: isoTimeOrNull(delivery.nextAttemptAt),
    attempted_at: isoTimeOrNull(delivery.attemptedAt),
    response_status: delivery.responseStatus,
    duration_ms: delivery.durationMs,
    error: delivery.error,
    created_at: isoTime(delivery.createdAt),
    finished_at: isoTimeOrNull(delivery.finishedAt),
  };
}

export function deliveryDetailDto(delivery: DeliveryDetail): DeliveryDetailDto {
  return {
    ...deliveryDto(delivery),
    payload: delivery.payload,
    response_body: delivery.responseBody,
  };
}
