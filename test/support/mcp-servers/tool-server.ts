/** An MCP server for current and legacy clients, whose tools and answers are set by the test. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { sendJson, serve } from '../local-server.js';

export interface Message {
  id?: number | string;
  method?: string;
  result?: Record<string, unknown>;
  params?: Record<string, unknown> & {
    name?: string;
    taskId?: string;
    arguments?: Record<string, unknown>;
  };
}

export interface Seen {
  method: string;
  name: string;
  headers: IncomingMessage['headers'];
  message: Message;
}

/** Returns the result of a request; an Error becomes a protocol error. */
export type Handler = (message: Message) => object | Error | Promise<object | Error>;
/** Answers a request itself, or returns false. */
export type RawHandler = (
  message: Message,
  response: ServerResponse,
  request: IncomingMessage,
) => boolean | Promise<boolean>;

export interface ToolServer {
  url: string;
  port: number;
  readonly seen: Seen[];
  calls(): Seen[];
  tools: object[];
  onCall: Handler;
  onTask: Handler;
  onRaw: RawHandler | null;
  /** Clears the recorded requests and restores the default tools and handlers. */
  reset(): void;
  close(): Promise<void>;
}

export const SCHEMA = { type: 'object', properties: { text: { type: 'string' } } };
export const TOOLS = [
  {
    name: 'get_echo',
    description: 'Says it again.',
    inputSchema: SCHEMA,
    annotations: { readOnlyHint: true },
  },
  { name: 'send', description: 'Sends a text.', inputSchema: SCHEMA },
];

/** Returns a tool result with this text. */
export function says(said: string, more: object = {}): object {
  return { content: [{ type: 'text', text: said }], ...more };
}

export function echo({ params }: Message): object {
  const { arguments: given = {}, name } = params ?? {};
  return says(`${name}: ${JSON.stringify(given)}`, { structuredContent: { echo: given } });
}

/** Starts a server. With `legacy`, it only supports revision 2025-11-25. */
export async function startToolServer({ legacy = false } = {}): Promise<ToolServer> {
  const seen: Seen[] = [];
  const { url, port, close } = await serve(respond);
  const well = { tools: TOOLS, onCall: echo, onTask: () => new Error('no task'), onRaw: null };
  const tools: ToolServer = {
    ...well,
    url: `${url}/mcp`,
    port,
    seen,
    calls: () => seen.filter(({ method }) => method === 'tools/call'),
    reset: () => {
      seen.length = 0;
      Object.assign(tools, well);
    },
    close,
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const message = (body.startsWith('{') ? JSON.parse(body) : {}) as Message;
    const { id, method = '' } = message;
    const name = message.params?.name ?? message.params?.taskId ?? '';
    seen.push({
      method: method || (request.method ?? ''),
      name,
      headers: request.headers,
      message,
    });
    if (tools.onRaw !== null && (await tools.onRaw(message, response, request))) return;
    if (request.method !== 'POST') return void response.writeHead(405).end();
    if (id === undefined || method === '') return void response.writeHead(202).end();
    send(response, id, await buildResult(message, method));
  }

  async function buildResult(message: Message, method: string): Promise<object | Error> {
    const complete = legacy ? {} : { resultType: 'complete' };
    switch (method) {
      case 'server/discover':
        if (legacy) return new Error('Method not found');
        return {
          ...complete,
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } },
          ttlMs: 0,
          cacheScope: 'private',
        };
      case 'initialize':
        return {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'tools', version: '1' },
        };
      case 'tools/list':
        return { ...complete, tools: tools.tools, ttlMs: 0, cacheScope: 'private' };
      default: {
        const handler = method === 'tools/call' ? tools.onCall : tools.onTask;
        const result = await handler(message);
        return result instanceof Error ? result : { ...complete, ...result };
      }
    }
  }
  return tools;
}

export function send(response: ServerResponse, id: Message['id'], result: object | Error): void {
  const answer =
    result instanceof Error ? { error: { code: -32_601, message: result.message } } : { result };
  sendJson(response, 200, { jsonrpc: '2.0', id, ...answer });
}
