import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client';
import { isJsonObject, type Json, type JsonObject } from '../../../base/kernel/json.js';
import { ProgressWatch } from '../../../sandbox/runtime/progress-watch.js';
import type { ProgramProcess } from '../../../sandbox/programs/program-process.js';
import { assertShallow } from '../connection/answers.js';
import { McpFailure, said } from '../connection/mcp-failure.js';
import { StdioTransport } from './stdio-transport.js';

/** Time without work after which a server that has not said whether it speaks the present revision is taken for one of an earlier, ms. */
const DISCOVER_MS = 5_000;
/** The share of a processor that is work: a server that waits collects garbage now and then. */
const WORK_SHARE = 0.05;
/** CPU time for a start, ms. */
const START_CPU_MS = 120_000;
/** Ids of requests that are remembered although their answers are not waited for any more. */
const MAX_LEFT = 1_000;
const METHOD_NOT_FOUND = -32_601;

type Started = (onLine: (line: string) => void) => Promise<ProgramProcess>;
type Answer = { result: Json } | { error: Json };
type Taker = (answer: Answer, message: JSONRPCMessage) => void;

/**
 * A running server, as the conversations with it share it: it is asked once which revision it speaks, and each answer goes to the
 * conversation that waits for it. What a server must not write ends it.
 */
export class StdioSession {
  private process: ProgramProcess | null = null;
  private readonly waiting = new Map<RequestId, Taker>();
  /** Requests whose conversations have ended: their answers may still come, once. */
  private readonly left = new Set<RequestId>();
  private readonly conversations = new Set<StdioTransport>();
  private discovered: Promise<Answer> | null = null;
  private initialized: Promise<Answer> | null = null;
  private isReady = false;
  /** Watches a server that has not answered yet; null = it has. */
  private startWatch: ProgressWatch | null = null;
  private isProbing = false;
  /** It said nothing in time, and may end once it reads the question. */
  private isLate = false;
  private isBroken = false;
  private count = 0;

  /** `mayAsk`: one conversation at a time is held, so that a question of the server is of that one. */
  constructor(
    private readonly start: Started,
    private readonly mayAsk: boolean,
    private readonly onEnd: (reason: string) => void,
  ) {}

  async begin(): Promise<void> {
    const started = await this.start((line) => this.take(line));
    this.process = started;
    const watch = new ProgressWatch({
      cpuMs: () => started.cpuMs(),
      isStart: true,
      maxCpuMs: START_CPU_MS,
      onStuck: (reason) => {
        this.fail(new McpFailure('mcp_unavailable', `cannot be started: ${reason}.`));
      },
    });
    this.startWatch = watch;
    void started.ended.then((reason) => {
      watch.stop();
      if (this.process === started) this.ended(reason);
    });
  }

  /** True while it has answered nothing yet. */
  get isStarting(): boolean {
    return this.startWatch !== null;
  }

  get isRunning(): boolean {
    return this.process?.isRunning === true;
  }

  /** Opens a conversation, which ends by `fail` where the server does. */
  open(fail: (failure: McpFailure) => void): StdioTransport {
    const one = new StdioTransport(this, fail);
    this.conversations.add(one);
    return one;
  }

  async send(from: StdioTransport, message: JSONRPCMessage): Promise<void> {
    if (!this.isRunning && !this.isProbing) throw new McpFailure('mcp_unavailable', 'has ended.');
    if (!('method' in message)) return this.write(message);
    if (!('id' in message)) {
      if (message.method === 'notifications/initialized') {
        if (this.isReady) return;
        this.isReady = true;
      }
      return this.write(message);
    }
    const { id, method } = message;
    if (method === 'server/discover' || method === 'initialize') {
      const answer = await (method === 'initialize'
        ? this.initialize(message)
        : this.discover(message));
      from.deliver({ jsonrpc: '2.0', id, ...answer } as JSONRPCMessage);
      return;
    }
    this.waiting.set(id, (_answer, answered) => from.deliver(answered));
    from.ids.add(id);
    this.write(message);
  }

  /** Ends a conversation; the server goes on. */
  leave(one: StdioTransport): void {
    this.conversations.delete(one);
    for (const id of one.ids)
      if (this.waiting.delete(id)) {
        this.left.add(id);
        const [oldest] = this.left;
        if (this.left.size > MAX_LEFT && oldest !== undefined) this.left.delete(oldest);
      }
  }

  /** Why it was killed, which it may outlive for a moment; null = it was not. */
  get killedFor(): string | null {
    return this.process?.killedFor ?? null;
  }

  kill(reason: string): void {
    this.process?.kill(reason);
  }

  async close(): Promise<void> {
    await this.process?.close();
  }

  private discover(message: JSONRPCMessage): Promise<Answer> {
    this.discovered ??= this.probed(message);
    return this.discovered;
  }

  /** A server of an earlier revision may answer with any error, with nothing, or by ending: it is started again then. */
  private async probed(message: JSONRPCMessage): Promise<Answer> {
    this.isProbing = true;
    const late = Promise.withResolvers<null>();
    const watch = new ProgressWatch({
      cpuMs: () => this.process?.cpuMs() ?? null,
      isStart: true,
      idleMs: DISCOVER_MS,
      leastShare: WORK_SHARE,
      maxCpuMs: START_CPU_MS,
      onStuck: () => late.resolve(null),
    });
    const answer = await Promise.race([
      this.ask(message),
      this.process?.ended.then(() => null) ?? null,
      late.promise,
    ]);
    watch.stop();
    const ended = this.process?.isRunning !== true;
    this.isLate = answer === null && !ended;
    // One that was killed would be killed again.
    if (ended && answer === null && this.killedFor === null) await this.begin();
    this.isProbing = false;
    if (ended && this.killedFor !== null) this.ended(this.killedFor);
    return answer ?? { error: { code: METHOD_NOT_FOUND, message: 'is not known' } };
  }

  private async initialize(message: JSONRPCMessage): Promise<Answer> {
    this.initialized ??= this.isLate ? this.initializeLate(message) : this.ask(message);
    const answer = await this.initialized;
    if ('error' in answer) this.initialized = null;
    return answer;
  }

  /** As {@link probed}: a server that ends at the question which it was slow to read is started again. */
  private async initializeLate(message: JSONRPCMessage): Promise<Answer> {
    this.isLate = false;
    this.isProbing = true;
    const answer = this.ask(message);
    const end = await Promise.race([answer.then(() => null), this.process?.ended ?? null]);
    const again = end !== null && this.killedFor === null;
    if (again) await this.begin();
    this.isProbing = false;
    if (again) return this.ask(message);
    if (end !== null) this.ended(end);
    return answer;
  }

  /** Sends a request of the session itself; resolves to its answer, and never where the server ends first. */
  private ask(message: JSONRPCMessage): Promise<Answer> {
    this.count += 1;
    const id = `metarun-${this.count}`;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.write({ ...message, id } as JSONRPCMessage);
    });
  }

  private write(message: JSONRPCMessage): void {
    this.process?.write(JSON.stringify(message));
  }

  /** Takes a line. One that does not begin as an object is none of the protocol, such as a greeting: it is left out. */
  private take(line: string): void {
    if (this.isBroken || !line.trimStart().startsWith('{')) return;
    try {
      const message: Json = JSON.parse(line);
      assertShallow(message);
      if (isJsonObject(message)) this.receive(message);
    } catch (error) {
      const what =
        error instanceof McpFailure
          ? error.message
          : `wrote what is no message: ${said(line.slice(0, 200))}`;
      this.isBroken = true;
      // What has come before it counts.
      setImmediate(() => this.fail(new McpFailure('mcp_error', what)));
    }
  }

  private receive(message: JsonObject): void {
    const { id = null, method } = message;
    if (typeof method === 'string') return this.asked(message, method, id);
    if (
      (typeof id !== 'string' && typeof id !== 'number') ||
      'result' in message === 'error' in message
    )
      throw new McpFailure('mcp_error', 'wrote what is no answer to a request.');
    const { result = null, error = null } = message;
    if (
      'error' in message &&
      (!isJsonObject(error) ||
        typeof error['code'] !== 'number' ||
        typeof error['message'] !== 'string')
    )
      throw new McpFailure('mcp_error', 'answered with an error that is none.');
    if ('result' in message && !isJsonObject(result))
      throw new McpFailure('mcp_error', 'answered with a result that is no object.');
    const taker = this.waiting.get(id);
    if (taker === undefined && !this.left.delete(id))
      throw new McpFailure(
        'mcp_error',
        `answered the request ${JSON.stringify(id).slice(0, 100)}, which was not made or has its answer.`,
      );
    this.waiting.delete(id);
    this.startWatch?.stop();
    this.startWatch = null;
    this.process?.noteUseful();
    const answered = { ...message, jsonrpc: '2.0' } as unknown as JSONRPCMessage;
    taker?.('error' in message ? { error } : { result }, answered);
  }

  /** A request or a notification of the server. */
  private asked(message: JsonObject, method: string, id: Json): void {
    if (id === null) return;
    const [only] = this.conversations;
    if (method === 'ping') this.write({ jsonrpc: '2.0', id, result: {} } as JSONRPCMessage);
    else if (this.mayAsk && only !== undefined)
      only.deliver({ ...message, jsonrpc: '2.0' } as unknown as JSONRPCMessage);
    else {
      const error = {
        code: METHOD_NOT_FOUND,
        message: 'It is not known which call asks: max_concurrency is not 1.',
      };
      this.write({ jsonrpc: '2.0', id, error } as JSONRPCMessage);
    }
  }

  private ended(reason: string): void {
    if (this.isProbing && this.discovered !== null) return;
    this.onEnd(reason);
    this.fail(new McpFailure('mcp_unavailable', `${reason}.`));
  }

  private fail(failure: McpFailure): void {
    // A conversation that fails leaves the set.
    for (const one of Array.from(this.conversations)) one.fail(failure);
    this.kill(failure.message.replace(/\.$/, ''));
  }
}
