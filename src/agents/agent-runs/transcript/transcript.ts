import { isJsonObject, type Json, type JsonObject } from '../../../base/kernel/json.js';
import type { TaskStepEntity } from '../../../workflow/engine/state/task-step.entity.js';
import type { ModelReply, ModelUsage } from '../../models/model-gateway.js';
import { parseAskedDetail } from '../asked-detail.js';

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
export function buildTurns(steps: readonly TranscriptStep[]): TranscriptTurn[] {
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
  return messages
    .map((message) => `${formatHeading(message)}\n${formatBody(message)}\n`)
    .join('\n');
}

function messagesSent(
  step: TranscriptStep,
  made: ReadonlyMap<string, TranscriptStep>,
): TranscriptMessage[] {
  const detail = parseAskedDetail(step.detail);
  if (detail === null) return [];
  const sent = detail.messages.flatMap((message) => toSentMessages(message, made));
  return [
    ...(detail.system === undefined
      ? []
      : [createMessage({ role: 'system', text: detail.system })]),
    ...(detail.restarted === undefined ? [] : [createMessage({ role: 'note', text: LEFT_OUT })]),
    ...sent,
  ];
}

function toSentMessages(
  { role, content }: JsonObject,
  made: ReadonlyMap<string, TranscriptStep>,
): TranscriptMessage[] {
  const parts = Array.isArray(content) ? content.filter(isJsonObject) : [];
  if (role !== 'tool')
    return [
      createMessage({ role: 'user', text: parts.map(({ text }) => readText(text)).join('\n\n') }),
    ];
  return parts.map(({ toolCallId, toolName, output }) => {
    const step = made.get(readText(toolCallId));
    const { type, value } = isJsonObject(output ?? null) ? (output as JsonObject) : {};
    return createMessage({
      role: 'tool',
      text: readText(value),
      callId: readText(toolCallId),
      name: readText(toolName),
      failed: type === 'error-text',
      ...(step !== undefined && toStepReference(step)),
    });
  });
}

function said(step: TranscriptStep): TranscriptMessage[] {
  if (step.status === 'failed')
    return [
      createMessage({
        role: 'note',
        text: step.error_message ?? '',
        failed: true,
        ...toStepReference(step),
      }),
    ];
  if (step.status !== 'success' || step.result === null) return [];
  const { text, calls, usage } = JSON.parse(step.result) as ModelReply;
  const asked = calls.map(({ id, name, input }) => ({ id, name, input }));
  return [
    createMessage({ role: 'assistant', text, calls: asked, usage, ...toStepReference(step) }),
  ];
}

function toStepReference(step: TranscriptStep) {
  return { stepId: step.id, startedAt: step.started_at, finishedAt: step.finished_at };
}

function createMessage(
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

function formatHeading({ role, name, failed, usage, finishedAt }: TranscriptMessage): string {
  const about = [
    name,
    failed ? 'failed' : null,
    finishedAt === null ? null : new Date(finishedAt).toISOString(),
    usage === null ? null : `${usage.inputTokens} tokens in, ${usage.outputTokens} out`,
  ].filter((part) => part !== null);
  return `## ${[role, ...about].join(' · ')}`;
}

function formatBody({ text, calls }: TranscriptMessage): string {
  const asked = calls.map(({ name, input }) => `→ ${name} ${JSON.stringify(input)}`);
  return [...(text === '' ? [] : [text]), ...asked].join('\n');
}

function parsed(text: string | null): JsonObject {
  const value = text === null ? null : (JSON.parse(text) as Json);
  return isJsonObject(value) ? value : {};
}

function readText(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
