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
import { failureOf, McpFailure } from './mcp-failure.js';
import type { McpClientLibrary } from './library.js';

const CALL = 'tools/call';
/** The requests of servers that are about a person or a model; others are of the conversation. */
const QUESTIONS = new Set(['elicitation/create', 'sampling/createMessage', 'roots/list']);
/** The errors of the library about a stream that cannot be opened again. */
const ABOUT_STREAMS = /^(Maximum reconnection attempts|Failed to reconnect)/;
/** Conversations whose requests have numbers of their own. */
const NUMBERS = 1_000_000_000;
/** Requests of one conversation. */
const SPAN = 1_000_000;

/** An answer to a request: a result, or an error of the protocol. */
export type RawAnswer = { result: JsonObject } | { error: { code: number; message: string } };

/** The transport below, which carries the messages. */
export type ObservedWay = Transport & Pick<StreamableHTTPClientTransport, 'terminateSession'>;

/**
 * The way of messages between the library and a server. The library takes neither tasks nor questions for results of a tool, so
 * that results of tools are taken out here. What no server may send ends the connection by `fail`: the library would wait.
 */
export class ObservedTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;
  /** The methods of requests without an answer yet. */
  private readonly open = new Map<RequestId, string>();
  private readonly own = new Map<RequestId, (answer: RawAnswer) => void>();
  private called: JsonObject | null = null;
  private onAsked: ((id: RequestId, request: JSONRPCRequest) => void) | null = null;
  private isModern = false;
  private count = 0;
  /** Added to the numbers of the library, which begin at 0 in each conversation: no two calls may have the same. */
  private readonly base = randomInt(1, NUMBERS) * SPAN;

  constructor(
    private readonly inner: ObservedWay,
    private readonly library: McpClientLibrary,
    private readonly fail: (failure: McpFailure) => void,
  ) {}

  /** Without a stream for each request, a request is cancelled by a message. */
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
      // Before there is an agreement on a revision, errors are answers too; and a call does without a further stream.
      if (ABOUT_STREAMS.test(error.message)) return;
      if (this.isModern || this.called !== null || this.awaits(CALL) || this.own.size > 0)
        this.fail(failureOf(error, this.library));
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
    await this.inner.send({ ...message, id }, { ...options, ...this.endOf(id, options) });
  }

  close(): Promise<void> {
    return this.inner.close();
  }

  /** Ends the session of an earlier revision, if there is one. */
  terminate(): Promise<void> {
    return this.inner.terminateSession();
  }

  /** Returns the result of the call of a tool that has just been answered, as it came. */
  takeCalled(): JsonObject {
    const { called } = this;
    this.called = null;
    if (called === null) throw new McpFailure('mcp_error', 'gave no result.');
    return called;
  }

  /** Sends a request that the library does not know. `name` is what it is about, for the header of the present revision. */
  async request(method: string, params: JsonObject, name: string | null): Promise<RawAnswer> {
    const id = `${this.base}-${(this.count += 1)}`;
    const answer = new Promise<RawAnswer>((resolve) => this.own.set(id, resolve));
    this.open.set(id, method);
    await this.inner.send(
      { jsonrpc: '2.0', id, method, params },
      {
        ...(name !== null && { headers: { [NAME_HEADER]: mcpHeaderText(name) } }),
        ...this.endOf(id),
      },
    );
    return answer;
  }

  /**
   * Resolves to the questions that the server asks from now on, by their ids as JSON, once it has asked any: with those that come
   * within `ms` of the first. They are answered by {@link answer}, in this conversation or in a later one of the session.
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

  /** The present revision was agreed on. */
  agreed(isModern: boolean): void {
    this.isModern = isModern;
  }

  private wireId(id: RequestId): RequestId {
    return typeof id === 'number' ? id + this.base : id;
  }

  /** A notification may say which request it is about. */
  private renumbered(message: JSONRPCNotification): JSONRPCNotification {
    const requestId = message.params?.['requestId'];
    if (typeof requestId !== 'number') return message;
    return { ...message, params: { ...message.params, requestId: this.wireId(requestId) } };
  }

  /** Ends the connection where a stream of answers ends without one: the library waits for it. */
  private endOf(
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
      // An error without an id is one of HTTP as well, which the library reports.
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
