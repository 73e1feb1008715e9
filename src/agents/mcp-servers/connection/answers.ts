import {
  isJsonObject,
  type Json,
  type JsonObject,
  objectOrNull,
} from '../../../base/kernel/json.js';
import { McpFailure, said } from './mcp-failure.js';

/** The result of a tool in the form for scripts. */
export interface ToolOutput {
  content: Json[];
  structured: Json;
  is_error: boolean;
}

/** A task of a server. */
export interface RemoteTask {
  id: string;
  pollMs: number | null;
  /**
   * Session in which the task began, for servers of the revision 2025-11-25 with sessions: the task is unknown in any
   * other.
   */
  session: string | null;
}

/** Questions of a server that continues once they are answered, by request name. `state` is sent back unchanged. */
export interface Asked {
  requests: Record<string, JsonObject>;
  state: string | null;
}

/** The answer to a call of a tool. */
export type ToolAnswer =
  | { kind: 'result'; output: ToolOutput }
  | { kind: 'task'; task: RemoteTask }
  | ({ kind: 'asks' } & Asked);

/** The state of a task of a server. */
export type TaskAnswer =
  | { kind: 'working'; pollMs: number | null }
  | { kind: 'asks'; requests: Record<string, JsonObject> }
  | { kind: 'result'; output: ToolOutput }
  | { kind: 'failed'; message: string };

const MAX_ID = 1_000;
const MAX_STATE = 256 * 1024;
const MAX_REQUESTS = 20;
/** Maximum nesting of objects and lists, since later processing of a result may be recursive. */
const MAX_DEPTH = 200;

/** Parses the answer to a tool call. Throws McpFailure for an invalid one. */
export function toolAnswer(result: JsonObject): ToolAnswer {
  assertShallow(result);
  switch (result['resultType']) {
    case 'task':
      return { kind: 'task', task: { id: taskId(result), pollMs: pollMs(result), session: null } };
    case 'input_required':
      return { kind: 'asks', ...asked(result) };
    case undefined:
    case 'complete':
      return { kind: 'result', output: output(result) };
    default:
      throw new McpFailure('mcp_error', 'answered with a kind of result that is not known.');
  }
}

/** Parses the state of a task. Throws McpFailure for an invalid one. */
export function taskAnswer(task: JsonObject): TaskAnswer {
  assertShallow(task);
  const message = task['statusMessage'];
  switch (task['status']) {
    case 'working':
      return { kind: 'working', pollMs: pollMs(task) };
    case 'input_required':
      return { kind: 'asks', requests: requests(task['inputRequests'] ?? null) };
    case 'completed': {
      const result = task['result'] ?? null;
      if (isJsonObject(result)) return { kind: 'result', output: output(result) };
      throw new McpFailure('mcp_error', 'has completed a task without a result.');
    }
    case 'failed':
      return { kind: 'failed', message: failureText(task) };
    case 'cancelled':
      return { kind: 'failed', message: 'has cancelled the task.' };
    default:
      throw new McpFailure(
        'mcp_error',
        `says that a task is ${JSON.stringify(task['status'] ?? message ?? null).slice(0, 100)}, which is not a state of a task.`,
      );
  }
}

/**
 * Parses the answer to a call of the revision 2025-11-25 that asked for a task; the server may have answered directly.
 */
export function earlierToolAnswer(result: JsonObject, session: string | null): ToolAnswer {
  assertShallow(result);
  const task = result['task'] ?? null;
  if (!isJsonObject(task)) return { kind: 'result', output: output(result) };
  return { kind: 'task', task: { id: taskId(task), pollMs: pollMs(task), session } };
}

/** The state of a task of the revision 2025-11-25, whose result and questions arrive through separate requests. */
export type EarlierState = TaskAnswer | { kind: 'ended' } | { kind: 'asking' };

/** Parses the state of a task. Throws McpFailure for an invalid one. */
export function earlierTaskAnswer(task: JsonObject): EarlierState {
  switch (task['status']) {
    case 'completed':
    case 'failed':
      return { kind: 'ended' };
    case 'input_required':
      return { kind: 'asking' };
    default:
      return taskAnswer(task);
  }
}

/** Parses the result of a task. Throws McpFailure for an invalid one. */
export function earlierResult(result: JsonObject): TaskAnswer {
  assertShallow(result);
  return { kind: 'result', output: output(result) };
}

function failureText(task: JsonObject): string {
  const error = objectOrNull(task['error'] ?? null);
  const texts = [error?.['message'], task['statusMessage']];
  const text = texts.find((one) => typeof one === 'string' && one !== '');
  return `says that the task has failed: ${said(typeof text === 'string' ? text : 'no reason')}`;
}

function output(result: JsonObject): ToolOutput {
  const { content = [], structuredContent: structured = null, isError = false } = result;
  if (!Array.isArray(content) || !content.every(isJsonObject) || typeof isError !== 'boolean')
    throw new McpFailure('mcp_error', 'answered with a result that a tool cannot have.');
  if (result['content'] === undefined && structured === null)
    throw new McpFailure('mcp_error', 'answered with a result that has no content.');
  return { content, structured, is_error: isError };
}

function asked(result: JsonObject): Asked {
  const state = result['requestState'] ?? null;
  if (state !== null && (typeof state !== 'string' || state.length > MAX_STATE))
    throw new McpFailure(
      'mcp_error',
      `asks with a state that is not a text of at most ${MAX_STATE} characters.`,
    );
  return { requests: requests(result['inputRequests'] ?? {}), state };
}

function requests(given: Json): Record<string, JsonObject> {
  const entries = isJsonObject(given) ? Object.entries(given) : null;
  if (entries === null || entries.length > MAX_REQUESTS)
    throw new McpFailure('mcp_error', `asks for more than ${MAX_REQUESTS} things, or for none.`);
  return Object.fromEntries(
    entries.map(([name, request]) => {
      if (isJsonObject(request)) return [name, request];
      throw new McpFailure('mcp_error', 'asks for something in a way that is not known.');
    }),
  );
}

function taskId(result: JsonObject): string {
  const id = result['taskId'];
  if (typeof id === 'string' && id !== '' && id.length <= MAX_ID) return id;
  throw new McpFailure('mcp_error', 'answered with a task that has no id.');
}

function pollMs(result: JsonObject): number | null {
  const ms = result['pollIntervalMs'] ?? result['pollInterval'];
  return typeof ms === 'number' && ms >= 0 ? ms : null;
}

/** Throws McpFailure for a value that is nested too deeply. Works without recursion, against which it protects. */
export function assertShallow(value: Json): void {
  let level: Json[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH)
      throw new McpFailure('mcp_error', `answered with values more than ${MAX_DEPTH} deep.`);
    level = level.flatMap((one) =>
      Array.isArray(one) ? one : isJsonObject(one) ? Object.values(one) : [],
    );
  }
}
