import { setTimeout as delay } from 'node:timers/promises';
import { isJsonObject, type JsonObject } from '../../../base/kernel/json.js';
import type { ListedTool } from '../registry/mcp-server.js';
import {
  earlierResult,
  type EarlierState,
  earlierTaskAnswer,
  earlierToolAnswer,
  type TaskAnswer,
  type ToolAnswer,
} from './answers.js';
import type { ObservedTransport } from './observed-transport.js';

/** Time for which a server is asked to keep a task, in ms. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** Time after the first question of a server within which further ones are collected, in ms. */
const TOGETHER_MS = 300;
/** Time within which a server in the state "asking" must ask its question, in ms. */
const QUIET_MS = 2_000;
/** State of a server that does not ask within this time, and the pause before the next poll in ms. */
const QUIET_POLL_MS = 30_000;
const QUIET: TaskAnswer = { kind: 'working', pollMs: QUIET_POLL_MS };

/** Sends a request, and returns its result. Rejects with McpFailure. */
type Ask = (method: string, params: JsonObject) => Promise<JsonObject>;

/**
 * Tasks on servers of the revision 2025-11-25: the client requests one with its call, and receives the result and the
 * questions as answers to a separate request.
 */
export class EarlierTasks {
  constructor(
    private readonly transport: ObservedTransport,
    private readonly ask: Ask,
  ) {}

  async call({ name }: ListedTool, args: JsonObject): Promise<ToolAnswer> {
    const task = { ttl: KEPT_MS };
    const result = await this.ask('tools/call', { name, arguments: args, task });
    return earlierToolAnswer(result, this.transport.sessionId ?? null);
  }

  /** Returns the state of a task, without its result or questions. */
  async poll(taskId: string): Promise<EarlierState> {
    return earlierTaskAnswer(await this.ask('tasks/get', { taskId }));
  }

  /** Returns the state of a task with its result or questions. */
  async state(taskId: string): Promise<TaskAnswer> {
    const seen = await this.poll(taskId);
    if (seen.kind !== 'ended' && seen.kind !== 'asking') return seen;
    const asked = this.transport.questions(TOGETHER_MS);
    const result = this.ask('tasks/result', { taskId }).then(earlierResult);
    if (seen.kind === 'ended') return result;
    return Promise.race([
      result,
      asked.then((requests): TaskAnswer => ({ kind: 'asks', requests })),
      // The question may be lost, which only the server can detect.
      delay(QUIET_MS, QUIET, { ref: false }),
    ]);
  }

  /** Answers the questions of a task. Its new state is known shortly afterwards. */
  async answer(responses: JsonObject): Promise<TaskAnswer> {
    for (const [id, response] of Object.entries(responses))
      if (isJsonObject(response)) await this.transport.answer(id, response);
    return { kind: 'working', pollMs: null };
  }
}
