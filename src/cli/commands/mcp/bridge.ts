import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { MetarunClient } from '@metarun/client';
import { mcpHeaderText } from '../../../base/kernel/header-text.js';
import { isJsonObject, type Json, type JsonObject } from '../../../base/kernel/json.js';
import { getErrorMessage } from '../../../base/kernel/errors.js';
import type { Output } from '../../toolkit/output.js';
import { readMessages } from './read-messages.js';

const PATH = '/external/v1/projects/{project_id}/mcp';
const VERSION = 'io.modelcontextprotocol/protocolVersion';
const SESSION = 'Mcp-Session-Id';
const UNREACHABLE = -32_000;
const PARSE_ERROR = -32_700;

interface Query {
  tools?: string;
  wait_seconds?: number;
}

/** Forwards MCP messages, one per line, to the endpoint of a project, and writes the responses. */
export class Bridge {
  /** Protocol version negotiated by `initialize`. */
  private revision: string | undefined;
  /** Id of the session, with which the server can send questions for the user. */
  private session: string | undefined;
  /** Requests without a response yet, by id as JSON. */
  private readonly open = new Map<string, AbortController>();

  constructor(
    private readonly client: MetarunClient,
    private readonly query: Query,
  ) {}

  /** Resolves once the input has ended and every request is answered. */
  async run(input: Readable, output: Pick<Output, 'write'>): Promise<void> {
    const write = (message: Json): void => {
      output.write(`${JSON.stringify(message)}\n`);
    };
    const carried = new Set<Promise<void>>();
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      if (line.trim() === '') continue;
      const one = this.take(line, write).finally(() => carried.delete(one));
      carried.add(one);
      // Later messages may depend on the protocol version negotiated here.
      if (line.includes('"initialize"')) await one;
    }
    await Promise.all(carried);
  }

  private async take(line: string, write: (message: Json) => void): Promise<void> {
    const message = parsed(line);
    if (message === null)
      return write(failure(null, PARSE_ERROR, 'The line is not a JSON object.'));
    const { id = null, method, params } = message;
    if (method === 'notifications/cancelled' && isJsonObject(params))
      this.open.get(JSON.stringify(params['requestId']))?.abort();
    const gone = new AbortController();
    const key = JSON.stringify(id);
    // A client's response to a question has an id as well, but expects no response.
    const wants = id !== null && method !== undefined;
    if (wants) this.open.set(key, gone);
    try {
      for await (const answer of this.send(message, gone.signal)) {
        this.learn(method, answer);
        write(answer);
      }
    } catch (error) {
      if (wants && !gone.signal.aborted) write(failure(id, UNREACHABLE, getErrorMessage(error)));
    } finally {
      if (wants) this.open.delete(key);
    }
  }

  /**
   * Sends a message and yields the server's messages: nothing for a notification, else notifications followed by the
   * response.
   */
  private async *send(message: JsonObject, signal: AbortSignal): AsyncGenerator<Json> {
    const { response, error, data } = await this.client.api.POST(PATH, {
      params: { path: { project_id: this.client.project }, query: this.query },
      // The OpenAPI schema says only that the body is an object.
      body: message as never,
      headers: this.buildHeaders(message),
      parseAs: 'stream',
      signal,
    });
    if (response.ok) {
      if (message['method'] === 'initialize')
        this.session = response.headers.get(SESSION) ?? undefined;
      const type = response.headers.get('content-type') ?? '';
      if (data != null) yield* readMessages(data as unknown as ReadableStream<Uint8Array>, type);
      return;
    }
    const { id = null, method } = message;
    if (id === null || method === undefined) return;
    // JSON-RPC errors are passed on; other HTTP errors are converted.
    const refused: unknown = error;
    if (isJsonObject(refused) && refused['jsonrpc'] === '2.0') yield { ...refused, id };
    else yield failure(id, UNREACHABLE, describeProblem(refused, response.status));
  }

  private buildHeaders({ method, params }: JsonObject): Record<string, string> {
    const given = isJsonObject(params) ? params : {};
    const meta = isJsonObject(given['_meta']) ? given['_meta'] : {};
    const revision = meta[VERSION] ?? this.revision;
    const name = given['name'] ?? given['uri'] ?? given['taskId'];
    return {
      Accept: 'application/json, text/event-stream',
      ...(typeof revision === 'string' && { 'MCP-Protocol-Version': revision }),
      ...(this.session !== undefined && { [SESSION]: this.session }),
      ...(typeof method === 'string' && { 'Mcp-Method': mcpHeaderText(method) }),
      ...(typeof name === 'string' && { 'Mcp-Name': mcpHeaderText(name) }),
    };
  }

  private learn(method: Json | undefined, answer: Json): void {
    if (method !== 'initialize' || !isJsonObject(answer)) return;
    const { result } = answer;
    const revision = isJsonObject(result) ? result['protocolVersion'] : undefined;
    if (typeof revision === 'string') this.revision = revision;
  }
}

function parsed(line: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

function failure(id: Json, code: number, message: string): JsonObject {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

function describeProblem(problem: unknown, status: number): string {
  const detail = isJsonObject(problem) ? problem['detail'] : undefined;
  return typeof detail === 'string' ? detail : `The server answered with HTTP ${status}.`;
}
