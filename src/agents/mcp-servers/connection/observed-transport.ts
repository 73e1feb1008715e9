import { randomInt } from 'node:crypto';
import type {
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  MessageExtraInfo,
  RequestId,
  StreamableHTTPClientTransport,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client';
import { mcpHeaderText } from '../../../base/kernel/header-text.js';
import { isJsonObject, type Json, type JsonObject } from '../../../base/kernel/json.js';
import { NAME_HEADER } from './mcp-fetch.js';
import { toMcpFailure, McpFailure } from './mcp-failure.js';
import type { McpClientLibrary } from './library.js';

const CALL = 'tools/call';
/** Requests of servers for a person or a model; other requests concern the conversation. */
const QUESTIONS = new Set(['elicitation/create', 'sampling/createMessage', 'roots/list']);
/** Errors of the library about a stream that cannot be reopened. */
const ABOUT_STREAMS = /^(Maximum reconnection attempts|Failed to reconnect)/;
/** Number of conversations with distinct ranges of request ids. */
const NUMBERS = 1_000_000_000;
/** Number of request ids of one conversation. */
const SPAN = 1_000_000;

/** An answer to a request: a result, or an error of the protocol. */
export type RawAnswer = { result: JsonObject } | { error: { code: number; message: string } };

/** The underlying transport of messages. */
export type ObservedWay = Transport & Pick<StreamableHTTPClientTransport, 'terminateSession'>;

/**
 * Transport between the library and a server. The library accepts neither tasks nor questions as results of a tool, so
 * results of tools are intercepted here. Invalid messages of a server abort the connection through `fail`, since the
 * library would wait.
 */
export class ObservedTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;
  /** Methods of unanswered requests. */
  private readonly open = new Map<RequestId, string>();
  private readonly own = new Map<RequestId, (answer: RawAnswer) => void>();
  private called: JsonObject | null = null;
  private onAsked: ((id: RequestId, request: JSONRPCRequest) => void) | null = null;
  private isModern = false;
  private count = 0;
  /** Offset for the ids of the library, which begin at 0 in each conversation: no two calls may have the same id. */
  private readonly base = randomInt(1, NUMBERS) * SPAN;

  constructor(
    private readonly inner: ObservedWay,
    private readonly library: McpClientLibrary,
    private readonly fail: (failure: McpFailure) => void,
  ) {}

  /** Without a stream for each request, requests are cancelled by a message. */
  get hasPerRequestStream(): boolean {
    return this.inner.hasPerRequestStream === true;
  }

  get sessionId(): string | undefined {
    return this.inner.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.inner.setProtocolVersion?.(version);
  }

  start(): Promise<void> {
    this.inner.onclose = () => this.onclose?.();
    this.inner.onerror = (error) => {
      // Errors before the negotiation are answers as well, and calls work without an additional stream.
      if (ABOUT_STREAMS.test(error.message)) return;
      if (this.isModern || this.called !== null || this.awaits(CALL) || this.own.size > 0)
        this.fail(toMcpFailure(error, this.library));
      this.onerror?.(error);
    };
    this.inner.onmessage = (message) => this.take(message);
    return this.inner.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (!('method' in message)) return this.inner.send(message, options);
    if (!('id' in message)) return this.inner.send(this.renumbered(message), options);
    const { method } = message;
    const id = this.wireId(message.id);
    this.open.set(id, method);
    await this.inner.send({ ...message, id }, { ...options, ...this.failOnStreamEnd(id, options) });
  }

  close(): Promise<void> {
    return this.inner.close();
  }

  /** Ends the session of an earlier revision, if there is one. */
  terminate(): Promise<void> {
    return this.inner.terminateSession();
  }

  /** Returns the unmodified result of the tool call that has just been answered. */
  takeCalled(): JsonObject {
    const { called } = this;
    this.called = null;
    if (called === null) throw new McpFailure('mcp_error', 'gave no result.');
    return called;
  }

  /** Sends a request that the library does not know. `name`: its subject, for the header of the present revision. */
  async request(method: string, params: JsonObject, name: string | null): Promise<RawAnswer> {
    const id = `${this.base}-${(this.count += 1)}`;
    const answer = new Promise<RawAnswer>((resolve) => this.own.set(id, resolve));
    this.open.set(id, method);
    await this.inner.send(
      { jsonrpc: '2.0', id, method, params },
      {
        ...(name !== null && { headers: { [NAME_HEADER]: mcpHeaderText(name) } }),
        ...this.failOnStreamEnd(id),
      },
    );
    return answer;
  }

  /**
   * Resolves to the questions that the server asks from now on, by id as JSON: the first one and those within `ms`
   * after it. They are answered by {@link answer}, in this conversation or a later one of the session.
   */
  questions(ms: number): Promise<Record<string, JsonObject>> {
    return new Promise((resolve) => {
      const asked: Record<string, JsonObject> = {};
      this.onAsked = (id, { method, params = {} }) => {
        if (Object.keys(asked).length === 0) setTimeout(() => resolve(asked), ms).unref();
        asked[JSON.stringify(id)] = { method, params: params as JsonObject };
      };
    });
  }

  /** Answers a question of {@link questions}. */
  async answer(id: string, result: JsonObject): Promise<void> {
    await this.inner.send({ jsonrpc: '2.0', id: JSON.parse(id) as RequestId, result });
  }

  /** Records the result of the negotiation. `isModern`: the present revision. */
  agreed(isModern: boolean): void {
    this.isModern = isModern;
  }

  private wireId(id: RequestId): RequestId {
    return typeof id === 'number' ? id + this.base : id;
  }

  /** Adjusts the request id that a notification may contain. */
  private renumbered(message: JSONRPCNotification): JSONRPCNotification {
    const requestId = message.params?.['requestId'];
    if (typeof requestId !== 'number') return message;
    return { ...message, params: { ...message.params, requestId: this.wireId(requestId) } };
  }

  /** Aborts the connection if a response stream ends without an answer, for which the library would wait. */
  private failOnStreamEnd(
    id: RequestId,
    options?: TransportSendOptions,
  ): Pick<TransportSendOptions, 'onRequestStreamEnd'> {
    return {
      onRequestStreamEnd: () => {
        options?.onRequestStreamEnd?.();
        if (this.open.has(id))
          this.fail(new McpFailure('mcp_unavailable', 'ended its answer without a result.'));
      },
    };
  }

  private awaits(method: string): boolean {
    return [...this.open.values()].includes(method);
  }

  private take(message: JSONRPCMessage): void {
    if ('method' in message) {
      if ('id' in message && this.onAsked !== null && QUESTIONS.has(message.method))
        return this.onAsked(message.id, message);
      return this.onmessage?.(message);
    }
    const { id } = message;
    const method = id === undefined ? undefined : this.open.get(id);
    if (id === undefined || method === undefined) {
      const whose =
        id === undefined
          ? 'no request'
          : `the request ${JSON.stringify(id).slice(0, 100)}, which was not made`;
      // An error without an id is also an HTTP error, which the library reports.
      if (id !== undefined || !('error' in message))
        this.fail(new McpFailure('mcp_error', `answered ${whose}.`));
      return this.onmessage?.(message);
    }
    this.open.delete(id);
    const own = this.own.get(id);
    if (own !== undefined) {
      this.own.delete(id);
      const result: Json = 'result' in message ? (message.result as Json) : null;
      if ('error' in message) own({ error: message.error });
      else own({ result: isJsonObject(result) ? result : {} });
      return;
    }
    const known = { ...message, id: typeof id === 'number' ? id - this.base : id };
    if (method !== CALL || !('result' in message)) return this.onmessage?.(known);
    this.called = message.result as JsonObject;
    const result = { content: [], ...(this.isModern && { resultType: 'complete' }) };
    this.onmessage?.({ jsonrpc: '2.0', id: known.id, result });
  }
}
