import { describe, expect, it } from '@jest/globals';
import type { TaskEvent } from '../../platform/events/task-event.js';
import type { SummaryRow } from '../tasks/views/task.js';
import {
  eventPayload,
  schedulePayload,
  listSourceTypes,
  testPayload,
  toWebhookEvent,
} from './webhook-event.js';

const ROW = {
  id: 't',
  name: 'Task',
  status: 'success',
  task_type: 'mail',
  created_at: 1_000,
  started_at: 2_000,
  finished_at: 3_000,
} as SummaryRow;

const event = (data: object, given: Partial<TaskEvent> = {}) =>
  ({
    type: 'status',
    taskId: 't',
    attempt: 1,
    level: null,
    data,
    createdAt: 5_000,
    ...given,
  }) as TaskEvent;
const at = (ms: number) => new Date(ms).toISOString();
const dataOf = (type: 'task.success' | 'task.failed' | 'task.running', given: TaskEvent) =>
  (JSON.parse(eventPayload('p', type, given, ROW, '/below')) as { data: object }).data;

describe('the event that a webhook is sent', () => {
  it.each([
    ['status', 'success', 'task.success'],
    ['status', 'pending', 'task.pending'],
    ['status', 'lost', null],
    ['approval', 'pending', 'approval.pending'],
    ['approval', 'approved', null],
    ['log', undefined, null],
  ])('an event %s with the status %j is sent as %j', (type, status, name) => {
    expect(toWebhookEvent(event({ status }, { type } as Partial<TaskEvent>))).toBe(name);
  });

  it('a schedule in trouble is sent as what happened to it, with why', () => {
    const trouble = {
      schedule_id: 's',
      name: 'Nightly',
      task_type: 'mail',
      state: 'paused',
      reason: 'x'.repeat(4_001),
      consecutive_failures: 10,
      tick_at: at(4_000),
    };
    const given = event(trouble, { type: 'schedule', taskId: '', attempt: 0 });
    expect(toWebhookEvent(given)).toBe('schedule.paused');
    expect(toWebhookEvent({ ...given, data: { state: 'ended' } })).toBeNull();
    expect(JSON.parse(schedulePayload('p', 'schedule.paused', given, '/below'))).toEqual({
      type: 'schedule.paused',
      timestamp: at(5_000),
      data: {
        id: 's',
        name: 'Nightly',
        task_type: 'mail',
        reason: `${'x'.repeat(4_000)}…`,
        consecutive_failures: 10,
        tick_at: at(4_000),
        project_id: 'p',
        links: { self: '/below/projects/p/schedules/s' },
      },
    });
  });

  it('approvals are looked for by a webhook alone that asks for them', () => {
    expect(listSourceTypes(['task.success'])).toEqual(['status']);
    expect(listSourceTypes(['approval.pending'])).toEqual(['status', 'approval']);
    expect(listSourceTypes(['schedule.paused'])).toEqual(['status', 'schedule']);
  });

  it('the body of a task is what it was at the event', () => {
    const links = { self: '/below/external/v1/projects/p/tasks/t' };
    const body = JSON.parse(
      eventPayload('p', 'task.success', event({ status: 'success', progress: 100 }), ROW, '/below'),
    ) as object;
    expect(body).toEqual({
      type: 'task.success',
      timestamp: at(5_000),
      data: {
        id: 't',
        name: 'Task',
        status: 'success',
        progress: 100,
        current_phase: null,
        task_type: 'mail',
        created_at: at(1_000),
        started_at: at(2_000),
        finished_at: at(3_000),
        error_message: null,
        error_code: null,
        attempt: 1,
        project_id: 'p',
        links: { ...links, logs: `${links.self}/logs`, events: `${links.self}/events` },
      },
    });
    // The task has been retried since, but the payload has the end of the event.
    expect(dataOf('task.failed', event({ error_message: 'x'.repeat(4_001) }))).toMatchObject({
      status: 'failed',
      finished_at: at(5_000),
      error_message: `${'x'.repeat(4_000)}…`,
    });
    expect(dataOf('task.running', event({}))).toMatchObject({ finished_at: null });
    expect(dataOf('task.running', event({}, { attempt: 0 }))).toMatchObject({ started_at: null });
  });

  it('the body of an approval has what is asked, and where to decide', () => {
    const asked = { approval_id: 'a', prompt: 'May it?', expires_at: at(9), deciders: null };
    const text = eventPayload(
      'p',
      'approval.pending',
      event(asked, { type: 'approval', attempt: 2 }),
      ROW,
      '',
    );
    const self = '/external/v1/projects/p/approvals/a';
    expect(JSON.parse(text)).toEqual({
      type: 'approval.pending',
      timestamp: at(5_000),
      data: {
        id: 'a',
        prompt: 'May it?',
        expires_at: at(9),
        deciders: null,
        task: { id: 't', name: 'Task', task_type: 'mail', attempt: 2 },
        project_id: 'p',
        links: { self, links: `${self}/links`, task: '/external/v1/projects/p/tasks/t' },
      },
    });
    expect(JSON.parse(testPayload('p', 'w', 7))).toEqual({
      type: 'webhook.test',
      timestamp: at(7),
      data: { webhook_id: 'w', project_id: 'p' },
    });
  });
});
