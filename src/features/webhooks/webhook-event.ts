import type { SummaryRow } from '../tasks/task.js';
import type { TaskEvent } from '../../platform/events/task-event.js';
import { TASK_STATUSES, type TaskStatus } from '../../workflow/engine/task-status.js';
import { isoTime, isoTimeOrNull } from '../../base/kernel/clock.js';
import type { Json } from '../../base/kernel/json.js';

/** The events that a webhook can ask for: a task coming into a status. */
export const WEBHOOK_EVENTS = TASK_STATUSES.map((status) => `task.${status}` as const);
export type WebhookEvent = `task.${TaskStatus}`;
/** Sent on request, whatever the webhook asks for. */
export const TEST_EVENT = 'webhook.test';

/** The longest error message, in characters; all else that a body holds is short already. */
const MAX_MESSAGE = 4_000;

/** Returns the type of a status event; null for one that is not sent to webhooks. */
export function webhookEventOf({ data }: TaskEvent): WebhookEvent | null {
  const { status } = data;
  if (typeof status !== 'string') return null;
  return WEBHOOK_EVENTS.find((name) => name === `task.${status}`) ?? null;
}

/**
 * The body for `event`, as JSON text of at most some 30 KiB. `row` is the event's task as it is by now, and
 * `below` the path below which clients reach the server.
 */
export function taskPayload(
  projectId: string,
  type: WebhookEvent,
  event: TaskEvent,
  row: SummaryRow,
  below: string,
): string {
  const { data, attempt, createdAt } = event;
  const status = type.slice('task.'.length);
  const self = `${below}/external/v1/projects/${projectId}/tasks/${row.id}`;
  const finished = ['success', 'failed', 'cancelled'].includes(status);
  // The task may have continued since: the event takes precedence over the row.
  const finishedAt = row.status === status ? row.finished_at : null;
  return payload(type, createdAt, {
    id: row.id,
    name: row.name,
    status,
    progress: data['progress'] ?? null,
    current_phase: data['current_phase'] ?? null,
    task_type: row.task_type,
    created_at: isoTime(row.created_at),
    started_at: attempt === 0 ? null : isoTimeOrNull(row.started_at),
    finished_at: finished ? isoTime(finishedAt ?? createdAt) : null,
    error_message: cut(data['error_message'] ?? null),
    error_code: data['error_code'] ?? null,
    attempt,
    project_id: projectId,
    links: { self, logs: `${self}/logs`, events: `${self}/events` },
  });
}

export function testPayload(projectId: string, webhookId: string, at: number): string {
  return payload(TEST_EVENT, at, { webhook_id: webhookId, project_id: projectId });
}

function payload(type: string, at: number, data: Record<string, Json>): string {
  return JSON.stringify({ type, timestamp: isoTime(at), data });
}

function cut(text: Json): Json {
  return typeof text === 'string' && text.length > MAX_MESSAGE
    ? `${text.slice(0, MAX_MESSAGE)}…`.toWellFormed()
    : text;
}
