import { setTimeout as delay } from 'node:timers/promises';
import type { Client, ElicitResult, PriorDiscovery } from '@modelcontextprotocol/client';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  objectOrNull,
} from '../../../base/kernel/json.js';
import { unlessAborted } from '../../../base/kernel/unless-aborted.js';
import { VERSION } from '../../../base/kernel/version.js';
import type { ServiceConnection } from '../../../sandbox/egress/service-egress.js';
import type { StdioSession } from '../stdio/stdio-session.js';
import type { ListedTool } from '../registry/mcp-server.js';
import {
  assertShallow,
  type TaskAnswer,
  taskAnswer,
  type ToolAnswer,
  toolAnswer,
} from './answers.js';
import { EarlierTasks } from './earlier-tasks.js';
import type { McpClientLibrary } from './library.js';
import { toMcpFailure, McpFailure, findHttpStatus } from './mcp-failure.js';
import { mcpFetch } from './mcp-fetch.js';
import { ObservedTransport, type ObservedWay, type RawAnswer } from './observed-transport.js';

const INFO = { name: 'metarun', title: 'metarun', version: VERSION };
const CAPABILITIES = {
  elicitation: { form: {}, url: {} },
  extensions: { 'io.modelcontextprotocol/tasks': {} },
};
/** Time limit for the library in ms, longer than any call, since calls end by a signal. */
const NEVER_MS = 2 * 60 * 60 * 1000;
/** Time limit for ending a session of an earlier revision, in ms. */
const GOODBYE_MS = 1_000;
/** Time that a call waits for the additional stream of a server of the earlier revision, in ms. */
const ASIDE_MS = 300;
const MAX_TOOLS = 1_000;
/** Maximum size of a tool's JSON in bytes. */
const MAX_TOOL_BYTES = 64 * 1024;
const TOOL_NAME = /^[A-Za-z0-9_./-]{1,128}$/;

/** Protocol revision in which tasks belong to sessions. */
const REVISION_OF_SESSIONS = '2025-11-25';

/** Answers a question that a server of an earlier revision asks during a call. */
export type OnQuestion = (params: JsonObject) => Promise<ElicitResult>;

/** A server that is reached over the network. */
export interface HttpPlace {
  url: string;
  credentials: Readonly<Record<string, string>>;
  way: ServiceConnection;
}

/** A server that runs on this machine. */
export interface StdioPlace {
  session: StdioSession;
}

export interface McpConnectionOptions {
  to: HttpPlace | StdioPlace;
  library: McpClientLibrary;
  /** Aborts the connection and everything that waits for it. */
  signal: AbortSignal;
  /** Negotiated revision of an earlier connection, or null. */
  prior: PriorDiscovery | null;
  onQuestion: OnQuestion | null;
  /** Session in which the task began, or null. */
  session: string | null;
}

/** A conversation with a server, for one call or for listing its tools. Its methods reject with McpFailure. */
export class McpConnection {
  private readonly broken = new AbortController();
  private readonly aside = Promise.withResolvers<unknown>();
  private readonly signal: AbortSignal;
  private readonly client: Client;
  private readonly transport: ObservedTransport;
  private readonly earlier: EarlierTasks;
  /** True if the session must outlive the conversation, because a task belongs to it. */
  private isKept: boolean;

  constructor(private readonly options: McpConnectionOptions) {
    const { library, signal, onQuestion, session } = options;
    this.isKept = session !== null;
    this.signal = AbortSignal.any([signal, this.broken.signal]);
    this.client = new library.Client(INFO, {
      capabilities: CAPABILITIES,
      versionNegotiation: { mode: 'auto' },
      inputRequired: { autoFulfill: false },
    });
    this.client.setRequestHandler('elicitation/create', async ({ params }) =>
      onQuestion === null
        ? { action: 'decline' }
        : onQuestion(JSON.parse(JSON.stringify(params)) as JsonObject),
    );
    const fail = (failure: McpFailure): void => this.broken.abort(failure);
    this.transport = new ObservedTransport(this.wayTo(options.to, fail), library, fail);
    this.earlier = new EarlierTasks(this.transport, (method, params) =>
      this.ask(method, params, null),
    );
  }

  private wayTo(to: HttpPlace | StdioPlace, fail: (failure: McpFailure) => void): ObservedWay {
    if ('session' in to) {
      this.aside.resolve(null);
      return to.session.open(fail);
    }
    const { url, credentials, way } = to;
    const { session } = this.options;
    return new this.options.library.StreamableHTTPClientTransport(new URL(url), {
      fetch: mcpFetch({ url, credentials }, way, this.signal, fail, this.aside.resolve),
      ...(session !== null && { sessionId: session, protocolVersion: REVISION_OF_SESSIONS }),
    });
  }

  /** Negotiates the revision. */
  async open(): Promise<void> {
    const { prior } = this.options;
    await this.during(
      this.client.connect(this.transport, {
        timeout: NEVER_MS,
        signal: this.signal,
        ...(prior !== null && { prior }),
      }),
    );
    this.transport.agreed(this.isModern);
    if (!this.isModern && this.options.session === null) await this.waitForAside();
  }

  /** Negotiated revision. */
  get revision(): string {
    return this.client.getNegotiatedProtocolVersion() ?? '';
  }

  /** Result of the negotiation, for the next connection. */
  get verdict(): PriorDiscovery {
    const discover = this.client.getDiscoverResult();
    return discover === undefined ? { kind: 'legacy' } : { kind: 'modern', discover };
  }

  async tools(): Promise<ListedTool[]> {
    const { tools } = await this.during(
      this.client.listTools(undefined, {
        cacheMode: 'refresh',
        timeout: NEVER_MS,
        signal: this.signal,
      }),
    );
    if (tools.length > MAX_TOOLS)
      throw new McpFailure('mcp_error', `lists ${tools.length} tools; ${MAX_TOOLS} are allowed.`);
    const names = new Set<string>();
    return tools.map((tool) => {
      const listed = listedTool(tool as unknown as JsonObject);
      if (names.has(listed.name))
        throw new McpFailure('mcp_error', `lists the tool "${listed.name}" twice.`);
      names.add(listed.name);
      return listed;
    });
  }

  /** Calls a tool; `answers` are those to its earlier questions. */
  async call(
    tool: ListedTool,
    args: JsonObject,
    answers: { responses: JsonObject; state: string | null } | null,
  ): Promise<ToolAnswer> {
    if (this.begins(tool)) {
      const answer = await this.earlier.call(tool, args);
      this.isKept = answer.kind === 'task';
      return answer;
    }
    const given = answers && {
      inputResponses: answers.responses,
      ...(answers.state !== null && { requestState: answers.state }),
    };
    const inputSchema = { ...tool.inputSchema, type: 'object' as const };
    await this.during(
      this.client.callTool(
        { name: tool.name, arguments: args, ...given },
        {
          timeout: NEVER_MS,
          signal: this.signal,
          // The schema of results is omitted, since the library would compile and run it on the event loop.
          toolDefinition: { name: tool.name, inputSchema },
        },
      ),
    );
    return toolAnswer(this.transport.takeCalled());
  }

  /** Returns the state of a task on the server after sending it `responses`. */
  async task(id: string, responses: JsonObject | null): Promise<TaskAnswer> {
    const state = this.isModern
      ? await this.modernTask(id, responses)
      : await (responses === null ? this.earlier.state(id) : this.earlier.answer(responses));
    this.isKept &&= state.kind === 'working' || state.kind === 'asks';
    return state;
  }

  /** Returns the requested polling interval of a task that is working; null if it has ended or asks a question. */
  async works(id: string): Promise<{ pollMs: number | null } | null> {
    const state = this.isModern ? await this.modernTask(id, null) : await this.earlier.poll(id);
    return state.kind === 'working' ? state : null;
  }

  async cancelTask(id: string): Promise<void> {
    this.isKept = false;
    await this.aboutTask('tasks/cancel', id, {});
  }

  /** Closes the connection. Never rejects. */
  async close(): Promise<void> {
    const isOver = this.transport.sessionId !== undefined && !this.isKept;
    if (isOver && !this.signal.aborted) {
      const time = AbortSignal.timeout(GOODBYE_MS);
      await unlessAborted(this.transport.terminate(), time).catch(() => undefined);
    }
    await this.client.close().catch(() => undefined);
    this.broken.abort(new McpFailure('mcp_unavailable', 'was left.'));
  }

  /** A server of the earlier revision that is called before its further stream is open asks in vain. Without one this takes a moment. */
  private async waitForAside(): Promise<void> {
    await Promise.race([this.aside.promise, delay(ASIDE_MS, undefined, { ref: false })]);
  }

  private get isModern(): boolean {
    return this.client.getProtocolEra() === 'modern';
  }

  /** Returns whether a tool call begins a task of the revision 2025-11-25. */
  private begins({ byTask }: ListedTool): boolean {
    const { tasks } = this.client.getServerCapabilities() ?? {};
    return !this.isModern && byTask === true && tasks?.requests?.tools?.call !== undefined;
  }

  private async modernTask(id: string, responses: JsonObject | null): Promise<TaskAnswer> {
    if (responses !== null) await this.aboutTask('tasks/update', id, { inputResponses: responses });
    return taskAnswer(await this.aboutTask('tasks/get', id, {}));
  }

  private async aboutTask(method: string, id: string, params: JsonObject): Promise<JsonObject> {
    if (!this.isModern) return this.ask(method, { ...params, taskId: id }, null);
    const { library } = this.options;
    const _meta = {
      [library.PROTOCOL_VERSION_META_KEY]: this.revision,
      [library.CLIENT_INFO_META_KEY]: INFO,
      [library.CLIENT_CAPABILITIES_META_KEY]: CAPABILITIES,
    };
    return this.ask(method, { ...params, taskId: id, _meta }, id);
  }

  private async ask(method: string, params: JsonObject, name: string | null): Promise<JsonObject> {
    const { library } = this.options;
    const answer: RawAnswer = await this.during(this.transport.request(method, params, name));
    if ('result' in answer) return answer.result;
    throw toMcpFailure(new library.ProtocolError(answer.error.code, answer.error.message), library);
  }

  private async during<T>(work: Promise<T>): Promise<T> {
    // The reason for aborting the connection is more specific than the library's error.
    work.catch(() => undefined);
    try {
      return await unlessAborted(work, this.signal);
    } catch (error) {
      const reason: unknown = this.signal.aborted ? this.signal.reason : error;
      if (this.options.signal.aborted) throw reason;
      const { library, session } = this.options;
      const status = session === null ? null : findHttpStatus(reason, library);
      if (status === 404 || status === 400)
        throw new McpFailure('mcp_error', 'has ended the session of the task.', reason);
      throw toMcpFailure(reason, library);
    }
  }
}

/**
 * Returns a tool in the stored form. Throws McpFailure for one with an invalid name or a definition that is too long.
 */
function listedTool(tool: JsonObject): ListedTool {
  const { name, title, description, inputSchema, outputSchema, annotations, execution } = tool;
  const support = objectOrNull(execution ?? null)?.['taskSupport'];
  if (typeof name !== 'string' || !TOOL_NAME.test(name))
    throw new McpFailure(
      'mcp_error',
      `lists a tool whose name is not 1 to 128 letters, digits, "_", ".", "/" and "-": ${JSON.stringify(name).slice(0, 200)}`,
    );
  const listed = {
    name,
    title: textOrNull(title),
    description: textOrNull(description),
    inputSchema: isJsonObject(inputSchema) ? inputSchema : { type: 'object' },
    outputSchema: isJsonObject(outputSchema) ? outputSchema : null,
    annotations: isJsonObject(annotations) ? annotations : {},
    ...((support === 'optional' || support === 'required') && { byTask: true }),
  };
  assertShallow(listed);
  const size = Buffer.byteLength(JSON.stringify(listed));
  if (size > MAX_TOOL_BYTES)
    throw new McpFailure(
      'mcp_error',
      `describes the tool "${name}" in ${size} bytes; ${MAX_TOOL_BYTES} are allowed.`,
    );
  return listed;
}

function textOrNull(value: Json | undefined): string | null {
  return typeof value === 'string' ? value.toWellFormed() : null;
}
