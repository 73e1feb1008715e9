import { isJsonObject, type Json, type JsonObject } from '../../../base/kernel/json.js';
import type { TaskStepEntity } from '../../../workflow/engine/state/task-step.entity.js';
import type { ModelReply, ModelUsage } from '../../models/model-gateway.js';
import { askedDetailOf } from '../asked-detail.js';

export const TRANSCRIPT_ROLES = ['system', 'user', 'assistant', 'tool', 'note'] as const;

/** A message in the conversation of an agent with its model. Times in ms. */
export interface TranscriptMessage {
  /** `note`: from this service for the reader, not sent to the model. */
  role: (typeof TRANSCRIPT_ROLES)[number];
  /** Step of the request or call, or null. */
  stepId: string | null;
  text: string;
  /** Tool calls of the model. */
  calls: { id: string; name: string; input: Json }[];
  /** Id of the call that a tool answers. */
  callId: string | null;
  name: string | null;
  failed: boolean;
  usage: ModelUsage | null;
  startedAt: number | null;
  finishedAt: number | null;
}

export type TranscriptStep = Pick<
  TaskStepEntity,
  | 'id'
  | 'position'
  | 'kind'
  | 'name'
  | 'status'
  | 'result'
  | 'error_message'
  | 'detail'
  | 'started_at'
  | 'finished_at'
>;

const LEFT_OUT = 'All earlier messages but the goal were left out from here on.';

/** A request to the model: its new messages, and the reply. */
export interface TranscriptTurn {
  position: number;
  messages: TranscriptMessage[];
}

/** Returns the conversation recorded in the steps of a task; `steps` are those of models and tools in order. */
export function turnsOf(steps: readonly TranscriptStep[]): TranscriptTurn[] {
  const made = new Map<string, TranscriptStep>();
  return steps.flatMap((step) => {
    if (step.kind !== 'model') {
      const call = parsed(step.detail)['call'];
      if (typeof call === 'string') made.set(call, step);
      return [];
    }
    const sent = messagesSent(step, made);
    made.clear();
    return [{ position: step.position, messages: [...sent, ...said(step)] }];
  });
}

/** Formats the conversation for people. */
export function transcriptText(messages: readonly TranscriptMessage[]): string {
  return messages.map((message) => `${headOf(message)}\n${bodyOf(message)}\n`).join('\n');
}

function messagesSent(
  step: TranscriptStep,
  made: ReadonlyMap<string, TranscriptStep>,
): TranscriptMessage[] {
  const detail = askedDetailOf(step.detail);
  if (detail === null) return [];
  const sent = detail.messages.flatMap((message) => sentOf(message, made));
  return [
    ...(detail.system === undefined ? [] : [messageOf({ role: 'system', text: detail.system })]),
    ...(detail.restarted === undefined ? [] : [messageOf({ role: 'note', text: LEFT_OUT })]),
    ...sent,
  ];
}

function sentOf(
  { role, content }: JsonObject,
  made: ReadonlyMap<string, TranscriptStep>,
): TranscriptMessage[] {
  const parts = Array.isArray(content) ? content.filter(isJsonObject) : [];
  if (role !== 'tool')
    return [messageOf({ role: 'user', text: parts.map(({ text }) => textOf(text)).join('\n\n') })];
  return parts.map(({ toolCallId, toolName, output }) => {
    const step = made.get(textOf(toolCallId));
    const { type, value } = isJsonObject(output ?? null) ? (output as JsonObject) : {};
    return messageOf({
      role: 'tool',
      text: textOf(value),
      callId: textOf(toolCallId),
      name: textOf(toolName),
      failed: type === 'error-text',
      ...(step !== undefined && placeOf(step)),
    });
  });
}

function said(step: TranscriptStep): TranscriptMessage[] {
  if (step.status === 'failed')
    return [
      messageOf({ role: 'note', text: step.error_message ?? '', failed: true, ...placeOf(step) }),
    ];
  if (step.status !== 'success' || step.result === null) return [];
  const { text, calls, usage } = JSON.parse(step.result) as ModelReply;
  const asked = calls.map(({ id, name, input }) => ({ id, name, input }));
  return [messageOf({ role: 'assistant', text, calls: asked, usage, ...placeOf(step) })];
}

function placeOf(step: TranscriptStep) {
  return { stepId: step.id, startedAt: step.started_at, finishedAt: step.finished_at };
}

function messageOf(
  given: Partial<TranscriptMessage> & Pick<TranscriptMessage, 'role' | 'text'>,
): TranscriptMessage {
  return {
    stepId: null,
    calls: [],
    callId: null,
    name: null,
    failed: false,
    usage: null,
    startedAt: null,
    finishedAt: null,
    ...given,
  };
}

function headOf({ role, name, failed, usage, finishedAt }: TranscriptMessage): string {
  const about = [
    name,
    failed ? 'failed' : null,
    finishedAt === null ? null : new Date(finishedAt).toISOString(),
    usage === null ? null : `${usage.inputTokens} tokens in, ${usage.outputTokens} out`,
  ].filter((part) => part !== null);
  return `## ${[role, ...about].join(' · ')}`;
}

function bodyOf({ text, calls }: TranscriptMessage): string {
  const asked = calls.map(({ name, input }) => `→ ${name} ${JSON.stringify(input)}`);
  return [...(text === '' ? [] : [text]), ...asked].join('\n');
}

function parsed(text: string | null): JsonObject {
  const value = text === null ? null : (JSON.parse(text) as Json);
  return isJsonObject(value) ? value : {};
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
