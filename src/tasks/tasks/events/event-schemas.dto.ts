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
/** Members of the event of a task that is new, open again or has ended. */
const IDENTITY: Schemas = {
  name: TEXT,
  task_type: TEXT,
  version: { ...WHOLE, description: 'The version of the meta-task.' },
  parent_id: OPTIONAL_TEXT,
  root_id: OPTIONAL_TEXT,
  schedule_id: OPTIONAL_TEXT,
  created_by: {
    description: 'Null for a child task, and for one of a schedule.',
    type: ['object', 'null'],
    required: ['kind', 'id', 'name'],
    properties: { kind: { type: 'string', enum: [...ACTOR_KINDS] }, id: TEXT, name: OPTIONAL_TEXT },
  } as unknown as SchemaObject,
  created_at: TIME,
  started_at: OPTIONAL_TIME,
  draft: {
    ...YES_OR_NO,
    description: 'There and true for a draft: a run of a version that is not saved.',
  },
};
const OF_PROJECT: Schemas = { time: TIME };

/** Events that are of one stream only. */
const UNNUMBERED = ['hello', 'closed'];

/** The schema of one event: of its three fields, where `data` is JSON. `optional`: members that it may lack. */
function event(name: string, about: string, data: Schemas, optional: Schemas = {}): SchemaObject {
  return {
    type: 'object',
    description: about,
    required: UNNUMBERED.includes(name) ? ['event', 'data'] : ['id', 'event', 'data'],
    properties: {
      ...(UNNUMBERED.includes(name)
        ? {}
        : { id: { type: 'string', description: 'What `Last-Event-ID` resumes after.' } }),
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
  HelloEvent: event('hello', 'The first event of each stream.', {
    now: { ...TIME, description: 'The time of the server.' },
    newest: { ...WHOLE, description: 'The `id` of the newest event of the project.' },
    version: { ...TEXT, description: 'The version of the server.' },
  }),
  StatusEvent: event(
    'status',
    'The task has this status now. From `name` on only where it is new, open again or has ended.',
    {
      ...OF_TASK,
      status: { type: 'string', enum: [...TASK_STATUSES] },
      progress: { ...WHOLE, description: '0 to 100.' },
      current_phase: OPTIONAL_TEXT,
      error_code: OPTIONAL_TEXT,
      error_message: OPTIONAL_TEXT,
      peak_memory_bytes: OPTIONAL_WHOLE,
      cpu_ms: OPTIONAL_WHOLE,
    },
    {
      run_at: {
        ...TIME,
        description: 'The due time of a pending task that waits, such as that of its next attempt.',
      },
      ...IDENTITY,
    },
  ),
  PhaseEvent: event('phase', 'The script has begun a phase.', { ...OF_TASK, phase: TEXT }),
  ProgressEvent: event('progress', 'The script has reported its progress, in percent.', {
    ...OF_TASK,
    progress: { type: 'number' },
  }),
  LogEvent: event(
    'log',
    'A line of the log. One with a `line` takes the place of the one before of the same `attempt` and `line`.',
    { ...OF_TASK, level: { type: 'string', enum: [...LOG_LEVELS] }, text: TEXT },
    {
      line: WHOLE,
      open: {
        ...YES_OR_NO,
        description: 'True as long as the script has not ended the line: it may still change.',
      },
    },
  ),
  StepEvent: event(
    'step',
    'A step of the script has this status now.',
    { ...OF_TASK, id: TEXT, kind: TEXT, name: TEXT, status: TEXT, attempts: WHOLE },
    { error_type: TEXT, error_message: TEXT },
  ),
  ApprovalEvent: event(
    'approval',
    'An approval waits, or has ended.',
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
    'The task has written a piece of text. Pieces of the same step and kind belong together.',
    {
      ...OF_TASK,
      step_id: OPTIONAL_TEXT,
      kind: { type: 'string', enum: ['text', 'reasoning'] },
      text: TEXT,
    },
    { reset: YES_OR_NO },
  ),
  ClosedEvent: event('closed', 'The last event of a stream whose permission has ended.', {
    code: TEXT,
    detail: TEXT,
  }),
};

const OF_PROJECTS = {
  WebhookEvent: event('webhook', 'The server has disabled a webhook.', {
    ...OF_PROJECT,
    webhook_id: TEXT,
    url: TEXT,
    enabled: YES_OR_NO,
    reason: TEXT,
  }),
  FileEvent: event(
    'file',
    'The document of a file is converted so far.',
    { ...OF_PROJECT, ws: TEXT, path: TEXT, converted_from: OPTIONAL_TEXT },
    { status: TEXT, error: OPTIONAL_TEXT, warnings: { type: 'array', items: TEXT } },
  ),
  MemoryEvent: event('memory', 'A memory has changed.', {
    ...OF_PROJECT,
    memory_id: TEXT,
    change: TEXT,
    scope: TEXT,
    scope_id: OPTIONAL_TEXT,
    kind: TEXT,
    trust: TEXT,
  }),
  AuditEvent: event('audit', 'A caller has changed something: the audit log has it.', {
    ...OF_PROJECT,
    audit_id: TEXT,
    action: TEXT,
    by: { type: 'object', required: ['kind', 'name'], properties: { kind: TEXT, name: TEXT } },
    target: { type: 'object', additionalProperties: true },
  }),
  BulkEvent: event('bulk', 'A bulk operation has begun, has come further or has ended.', {
    ...OF_PROJECT,
    bulk_id: TEXT,
    action: TEXT,
    state: TEXT,
    total: WHOLE,
    done: WHOLE,
    refused: WHOLE,
  }),
  ImageEvent: event('image', 'A container image is being pulled, or the pull has ended.', {
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
    'A tick of a schedule made no task, or a schedule has paused itself.',
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
  GapEvent: event('gap', 'Events after Last-Event-ID are gone.', {
    last_event_id: WHOLE,
    oldest: WHOLE,
    newest: WHOLE,
  }),
};

/** The schemas of the events of streams, by their names in the OpenAPI document. */
export const EVENT_SCHEMAS: Schemas = {
  ...OF_TASKS,
  ...OF_PROJECTS,
  TaskStreamEvent: oneOf("One event of a task's stream.", Object.keys(OF_TASKS)),
  ProjectStreamEvent: oneOf("One event of the project's stream.", [
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

/** The answer of a stream, in the words of the OpenAPI document. */
export function streamOf(
  schema: 'TaskStreamEvent' | 'ProjectStreamEvent',
): ApiResponseNoStatusOptions {
  return {
    description:
      'Server-sent events. The schema is that of one event, whose `data` is JSON. Ignore events of other names.',
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
