import type { SummaryRow } from '../tasks/views/task.js';
import type { TaskEvent, TaskEventType } from '../../platform/events/task-event.js';
import { TASK_STATUSES, type TaskStatus } from '../../workflow/engine/state/task-status.js';
import { isoTime, isoTimeOrNull } from '../../base/kernel/clock.js';
import type { Json } from '../../base/kernel/json.js';

/** Sent when a task asks a person. */
const APPROVAL_EVENT = 'approval.pending';
/** Sent when a tick of a schedule created no task, and when a schedule has paused itself. */
const SCHEDULE_EVENTS = ['schedule.failed', 'schedule.paused'] as const;
/** The events that a webhook can select: a task's change of status, a pending approval, and a schedule in trouble. */
export type WebhookEvent =
  `task.${TaskStatus}` | typeof APPROVAL_EVENT | (typeof SCHEDULE_EVENTS)[number];
export const WEBHOOK_EVENTS: readonly WebhookEvent[] = [
  ...TASK_STATUSES.map((status) => `task.${status}` as const),
  APPROVAL_EVENT,
  ...SCHEDULE_EVENTS,
];
/** Sent on request, whatever the webhook selects. */
export const TEST_EVENT = 'webhook.test';

/** Maximum length of an error message, in characters; all other parts of a body are short. */
const MAX_MESSAGE = 4_000;

/** Returns the types of task events from which these webhook events are made. */
export function listSourceTypes(events: readonly WebhookEvent[]): TaskEventType[] {
  const types: TaskEventType[] = ['status'];
  if (events.includes(APPROVAL_EVENT)) types.push('approval');
  if (SCHEDULE_EVENTS.some((event) => events.includes(event))) types.push('schedule');
  return types;
}

/** Returns the webhook event of an event; null if webhooks do not get it. */
export function toWebhookEvent({ type, data }: TaskEvent): WebhookEvent | null {
  const { status, state } = data;
  if (type === 'schedule') {
    const wanted = typeof state === 'string' ? `schedule.${state}` : '';
    return SCHEDULE_EVENTS.find((name) => name === wanted) ?? null;
  }
  if (typeof status !== 'string') return null;
  if (type === 'approval') return status === 'pending' ? APPROVAL_EVENT : null;
  return WEBHOOK_EVENTS.find((name) => name === `task.${status}`) ?? null;
}

/**
 * Returns the body for `event` as JSON text of at most about 30 KiB. `row` is the current row of the event's task, and
 * `below` the path below which clients reach the server.
 */
export function eventPayload(
  projectId: string,
  type: WebhookEvent,
  event: TaskEvent,
  row: SummaryRow,
  below: string,
): string {
  return type === APPROVAL_EVENT
    ? approvalPayload(projectId, event, row, below)
    : taskPayload(projectId, type, event, row, below);
}

/** Returns the body for an event of a schedule, as JSON text. */
export function schedulePayload(
  projectId: string,
  type: WebhookEvent,
  { data, createdAt }: TaskEvent,
  below: string,
): string {
  const { schedule_id: id = '', name = '', task_type = '' } = data;
  const self = `${below}/projects/${projectId}/schedules/${typeof id === 'string' ? id : ''}`;
  return payload(type, createdAt, {
    id,
    name,
    task_type,
    reason: cut(data['reason'] ?? null),
    consecutive_failures: data['consecutive_failures'] ?? null,
    tick_at: data['tick_at'] ?? null,
    project_id: projectId,
    links: { self },
  });
}

function approvalPayload(
  projectId: string,
  event: TaskEvent,
  row: SummaryRow,
  below: string,
): string {
  const { approval_id: id = '', prompt = '', expires_at = null, deciders = null } = event.data;
  const project = `${below}/external/v1/projects/${projectId}`;
  const self = `${project}/approvals/${typeof id === 'string' ? id : ''}`;
  return payload(APPROVAL_EVENT, event.createdAt, {
    id,
    prompt,
    expires_at,
    deciders,
    task: { id: row.id, name: row.name, task_type: row.task_type, attempt: event.attempt },
    project_id: projectId,
    links: { self, links: `${self}/links`, task: `${project}/tasks/${row.id}` },
  });
}

function taskPayload(
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
