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

/** Time for which a server is asked to keep a task, ms. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** Time within which further questions of a server come after the first, ms. */
const TOGETHER_MS = 300;
/** Time within which a server that says that it asks does so, ms. */
const QUIET_MS = 2_000;
/** The state of one that does not, and the pause after which it is looked at again, ms. */
const QUIET_POLL_MS = 30_000;
const QUIET: TaskAnswer = { kind: 'working', pollMs: QUIET_POLL_MS };

/** Sends a request, and returns its result. Rejects with McpFailure. */
type Ask = (method: string, params: JsonObject) => Promise<JsonObject>;

/**
 * Tasks of servers of the revision 2025-11-25: a client asks for one by its call, and gets the result and the questions as answers
 * to a request of their own.
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

  /** Returns how a task stands, as far as it says so itself. */
  async poll(taskId: string): Promise<EarlierState> {
    return earlierTaskAnswer(await this.ask('tasks/get', { taskId }));
  }

  /** Returns how a task stands, with its result or its questions. */
  async state(taskId: string): Promise<TaskAnswer> {
    const seen = await this.poll(taskId);
    if (seen.kind !== 'ended' && seen.kind !== 'asking') return seen;
    const asked = this.transport.questions(TOGETHER_MS);
    const result = this.ask('tasks/result', { taskId }).then(earlierResult);
    if (seen.kind === 'ended') return result;
    return Promise.race([
      result,
      asked.then((requests): TaskAnswer => ({ kind: 'asks', requests })),
      // The question may be lost, which the server alone can find out.
      delay(QUIET_MS, QUIET, { ref: false }),
    ]);
  }

  /** Answers what a task has asked. How it goes on is known a moment later. */
  async answer(responses: JsonObject): Promise<TaskAnswer> {
    for (const [id, response] of Object.entries(responses))
      if (isJsonObject(response)) await this.transport.answer(id, response);
    return { kind: 'working', pollMs: null };
  }
}
