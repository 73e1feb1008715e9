import type { ApiResponseNoStatusOptions, OpenAPIObject } from '@nestjs/swagger';
import { LOG_LEVELS } from '../../../sandbox/runtime/protocol.js';
import { ACTOR_KINDS } from '../../../workflow/engine/state/actor.js';
import { TASK_STATUSES } from '../../../workflow/engine/state/task-status.js';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type SchemaObject = Exclude<Schemas[string], { $ref: string }>;

const TEXT: SchemaObject = { type: 'string' };
const TIME: SchemaObject = { type: 'string', format: 'date-time' };
const WHOLE: SchemaObject = { type: 'integer' };
const YES_OR_NO: SchemaObject = { type: 'boolean' };
const OPTIONAL_TEXT = { type: ['string', 'null'] } as unknown as SchemaObject;
const OPTIONAL_TIME = { type: ['string', 'null'], format: 'date-time' } as unknown as SchemaObject;
const OPTIONAL_WHOLE = { type: ['integer', 'null'] } as unknown as SchemaObject;

const OF_TASK: Schemas = { task_id: TEXT, time: TIME, attempt: WHOLE };
/** Members of the event of a task that is new, reopened or ended. */
const IDENTITY: Schemas = {
  name: TEXT,
  task_type: TEXT,
  version: { ...WHOLE, description: 'Version of the meta-task.' },
  parent_id: OPTIONAL_TEXT,
  root_id: OPTIONAL_TEXT,
  schedule_id: OPTIONAL_TEXT,
  created_by: {
    description: 'Actor that created it. Null for a child task and for a task of a schedule.',
    type: ['object', 'null'],
    required: ['kind', 'id', 'name'],
    properties: { kind: { type: 'string', enum: [...ACTOR_KINDS] }, id: TEXT, name: OPTIONAL_TEXT },
  } as unknown as SchemaObject,
  created_at: TIME,
  started_at: OPTIONAL_TIME,
  draft: {
    ...YES_OR_NO,
    description: 'Present and true for a draft, a run of an unsaved version.',
  },
};
const OF_PROJECT: Schemas = { time: TIME };

/** Events that only one stream has. */
const UNNUMBERED = ['hello', 'closed'];

/**
 * Returns the schema of one event with its three fields, where `data` is JSON. `optional`: members that it may lack.
 */
function event(name: string, about: string, data: Schemas, optional: Schemas = {}): SchemaObject {
  return {
    type: 'object',
    description: about,
    required: UNNUMBERED.includes(name) ? ['event', 'data'] : ['id', 'event', 'data'],
    properties: {
      ...(UNNUMBERED.includes(name)
        ? {}
        : {
            id: { type: 'string', description: 'Event id to resume after with `Last-Event-ID`.' },
          }),
      event: { type: 'string', enum: [name] },
      data: {
        type: 'object',
        required: Object.keys(data),
        properties: { ...data, ...optional },
      },
    },
  };
}

const OF_TASKS = {
  HelloEvent: event('hello', 'First event of each stream.', {
    now: { ...TIME, description: 'Server time.' },
    newest: { ...WHOLE, description: 'Newest event `id` of the project.' },
    version: { ...TEXT, description: 'Version of the server.' },
  }),
  StatusEvent: event(
    'status',
    'New status of a task. Members from `name` on are present only if the task is new, has been reopened or has ended.',
    {
      ...OF_TASK,
      status: { type: 'string', enum: [...TASK_STATUSES] },
      progress: { ...WHOLE, description: 'Progress, 0 to 100.' },
      current_phase: OPTIONAL_TEXT,
      error_code: OPTIONAL_TEXT,
      error_message: OPTIONAL_TEXT,
      peak_memory_bytes: OPTIONAL_WHOLE,
      cpu_ms: OPTIONAL_WHOLE,
    },
    {
      run_at: {
        ...TIME,
        description: 'Due time of a pending task that waits, for example for its next attempt.',
      },
      ...IDENTITY,
    },
  ),
  PhaseEvent: event('phase', 'Start of a phase.', { ...OF_TASK, phase: TEXT }),
  ProgressEvent: event('progress', 'Progress reported by the script, in percent.', {
    ...OF_TASK,
    progress: { type: 'number' },
  }),
  LogEvent: event(
    'log',
    'Log line. A line with `line` replaces the previous one with the same `attempt` and `line`.',
    { ...OF_TASK, level: { type: 'string', enum: [...LOG_LEVELS] }, text: TEXT },
    {
      line: WHOLE,
      open: {
        ...YES_OR_NO,
        description: 'Whether the line is still incomplete and may change.',
      },
    },
  ),
  StepEvent: event(
    'step',
    'New status of a step.',
    { ...OF_TASK, id: TEXT, kind: TEXT, name: TEXT, status: TEXT, attempts: WHOLE },
    { error_type: TEXT, error_message: TEXT },
  ),
  ApprovalEvent: event(
    'approval',
    'New, decided, expired or cancelled approval.',
    {
      ...OF_TASK,
      approval_id: TEXT,
      prompt: TEXT,
      status: TEXT,
      decided_by: OPTIONAL_TEXT,
      automatic: YES_OR_NO,
    },
    {
      expires_at: OPTIONAL_TIME,
      deciders: {
        type: 'object',
        required: ['scope', 'roles'],
        properties: { scope: TEXT, roles: { type: 'array', items: TEXT } },
      },
    },
  ),
  TextEvent: event(
    'text',
    'Piece of text written by the task. Pieces of the same step and kind belong together.',
    {
      ...OF_TASK,
      step_id: OPTIONAL_TEXT,
      kind: { type: 'string', enum: ['text', 'reasoning'] },
      text: TEXT,
    },
    { reset: YES_OR_NO },
  ),
  ClosedEvent: event('closed', 'Last event of a stream whose permission has ended.', {
    code: TEXT,
    detail: TEXT,
  }),
};

const OF_PROJECTS = {
  WebhookEvent: event('webhook', 'Webhook disabled by the server.', {
    ...OF_PROJECT,
    webhook_id: TEXT,
    url: TEXT,
    enabled: YES_OR_NO,
    reason: TEXT,
  }),
  FileEvent: event(
    'file',
    'Conversion status of the document of a file.',
    { ...OF_PROJECT, ws: TEXT, path: TEXT, converted_from: OPTIONAL_TEXT },
    { status: TEXT, error: OPTIONAL_TEXT, warnings: { type: 'array', items: TEXT } },
  ),
  MemoryEvent: event('memory', 'Change of a memory.', {
    ...OF_PROJECT,
    memory_id: TEXT,
    change: TEXT,
    scope: TEXT,
    scope_id: OPTIONAL_TEXT,
    kind: TEXT,
    trust: TEXT,
  }),
  AuditEvent: event('audit', 'Change made by a caller, as recorded in the audit log.', {
    ...OF_PROJECT,
    audit_id: TEXT,
    action: TEXT,
    by: { type: 'object', required: ['kind', 'name'], properties: { kind: TEXT, name: TEXT } },
    target: { type: 'object', additionalProperties: true },
  }),
  BulkEvent: event('bulk', 'Start, progress or end of a bulk operation.', {
    ...OF_PROJECT,
    bulk_id: TEXT,
    action: TEXT,
    state: TEXT,
    total: WHOLE,
    done: WHOLE,
    refused: WHOLE,
  }),
  ImageEvent: event('image', 'Start or end of the pull of a container image.', {
    ...OF_PROJECT,
    image_id: TEXT,
    name: TEXT,
    state: TEXT,
    digest: OPTIONAL_TEXT,
    error_code: OPTIONAL_TEXT,
    error: OPTIONAL_TEXT,
  }),
  ScheduleEvent: event(
    'schedule',
    'Run time of a schedule for which no task was created, or a schedule that paused itself.',
    {
      ...OF_PROJECT,
      schedule_id: TEXT,
      name: TEXT,
      task_type: TEXT,
      state: { type: 'string', enum: ['failed', 'paused'] },
      reason: TEXT,
      consecutive_failures: WHOLE,
      tick_at: TIME,
    },
  ),
  GapEvent: event('gap', 'Notice that events after Last-Event-ID are no longer available.', {
    last_event_id: WHOLE,
    oldest: WHOLE,
    newest: WHOLE,
  }),
};

/** The schemas of the events of streams, by their names in the OpenAPI document. */
export const EVENT_SCHEMAS: Schemas = {
  ...OF_TASKS,
  ...OF_PROJECTS,
  TaskStreamEvent: oneOf('Event of a task stream.', Object.keys(OF_TASKS)),
  ProjectStreamEvent: oneOf('Event of a project stream.', [
    ...Object.keys(OF_TASKS),
    ...Object.keys(OF_PROJECTS),
  ]),
};

const EXAMPLE = {
  id: '17',
  event: 'log',
  data: {
    task_id: '0190f3a0-0000-7000-8000-000000000000',
    time: '2026-11-25T09:30:00.000Z',
    attempt: 1,
    level: 'info',
    text: 'three orders read',
  },
};

/** Returns the response of a stream in the OpenAPI document. */
export function buildStreamResponse(
  schema: 'TaskStreamEvent' | 'ProjectStreamEvent',
): ApiResponseNoStatusOptions {
  return {
    description:
      'Server-sent events. The schema describes one event, whose `data` is JSON. Ignore events with unknown names.',
    content: {
      'text/event-stream': {
        schema: { $ref: `#/components/schemas/${schema}` },
        example: EXAMPLE,
      },
    },
  };
}

function oneOf(description: string, names: readonly string[]): SchemaObject {
  return { description, oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) };
}
