import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client';
import { isJsonObject, type Json, type JsonObject } from '../../../base/kernel/json.js';
import { ProgressWatch } from '../../../sandbox/runtime/progress-watch.js';
import type { ProgramProcess } from '../../../sandbox/programs/program-process.js';
import { assertShallow } from '../connection/answers.js';
import { McpFailure, said } from '../connection/mcp-failure.js';
import { StdioTransport } from './stdio-transport.js';

/**
 * Time without progress after which a server that has not answered the discovery is treated as one of an earlier
 * revision, in ms.
 */
const DISCOVER_MS = 5_000;
/** Share of a processor that counts as progress, since a waiting server occasionally collects garbage. */
const WORK_SHARE = 0.05;
/** Maximum CPU time of a start in ms. */
const START_CPU_MS = 120_000;
/** Maximum number of remembered ids of abandoned requests. */
const MAX_LEFT = 1_000;
const METHOD_NOT_FOUND = -32_601;

type Started = (onLine: (line: string) => void) => Promise<ProgramProcess>;
type Answer = { result: Json } | { error: Json };
type Taker = (answer: Answer, message: JSONRPCMessage) => void;

/**
 * A running server shared by conversations: its revision is queried once, and each answer is passed to the
 * conversation that waits for it. Invalid output stops the server.
 */
export class StdioSession {
  private process: ProgramProcess | null = null;
  private readonly waiting = new Map<RequestId, Taker>();
  /** Requests of ended conversations, each of which may still be answered once. */
  private readonly left = new Set<RequestId>();
  private readonly conversations = new Set<StdioTransport>();
  private discovered: Promise<Answer> | null = null;
  private initialized: Promise<Answer> | null = null;
  private isReady = false;
  /** Watches a server that has not answered yet; null after its first answer. */
  private startWatch: ProgressWatch | null = null;
  private isProbing = false;
  /** True if it did not answer the discovery in time; it may exit once it reads that request. */
  private isLate = false;
  private isBroken = false;
  private count = 0;

  /** `mayAsk`: allows one conversation at a time, so that a question of the server belongs to it. */
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

  /** True until the first answer. */
  get isStarting(): boolean {
    return this.startWatch !== null;
  }

  get isRunning(): boolean {
    return this.process?.isRunning === true;
  }

  /** Opens a conversation, which ends through `fail` if the server exits. */
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

  /** Ends a conversation; the server keeps running. */
  leave(one: StdioTransport): void {
    this.conversations.delete(one);
    for (const id of one.ids)
      if (this.waiting.delete(id)) {
        this.left.add(id);
        const [oldest] = this.left;
        if (this.left.size > MAX_LEFT && oldest !== undefined) this.left.delete(oldest);
      }
  }

  /** Reason for killing the server, which may still run for a moment; null if it was not killed. */
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

  /**
   * Sends the discovery. A server of an earlier revision may answer with any error, not answer, or exit; if it exits,
   * it is restarted.
   */
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
    // A killed server is not restarted, since it would be killed again.
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

  /** Restarts a server, like {@link probed}, that exits on the discovery that it was slow to read. */
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

  /** Sends a request of the session itself. Resolves to its answer, and never if the server exits first. */
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

  /** Processes a line. Lines that do not begin as a JSON object, such as a greeting, are ignored. */
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
          : `wrote something that is not a message: ${said(line.slice(0, 200))}`;
      this.isBroken = true;
      // Deferred, so that preceding messages are still processed.
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
      throw new McpFailure('mcp_error', 'wrote something that is not an answer to a request.');
    const { result = null, error = null } = message;
    if (
      'error' in message &&
      (!isJsonObject(error) ||
        typeof error['code'] !== 'number' ||
        typeof error['message'] !== 'string')
    )
      throw new McpFailure('mcp_error', 'answered with an error that has no code and message.');
    if ('result' in message && !isJsonObject(result))
      throw new McpFailure('mcp_error', 'answered with a result that is not an object.');
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

  /** Handles a request or notification of the server. */
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
    // Copied, since a failing conversation removes itself from the set.
    for (const one of Array.from(this.conversations)) one.fail(failure);
    this.kill(failure.message.replace(/\.$/, ''));
  }
}
