/**
 * An MCP server of revision 2025-11-25 with tasks, based on the SDK of the protocol. Each session only knows its own
 * tasks.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  InMemoryTaskMessageQueue,
  InMemoryTaskStore,
} from '@modelcontextprotocol/sdk/experimental/tasks/stores/in-memory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { serve } from '../local-server.js';

/** A running task of the server. */
export interface EarlierTask {
  /** Asks the user of the client for `{sure: boolean}`. */
  ask(message: string): Promise<object>;
  end(status: 'completed' | 'failed', result: CallToolResult): Promise<void>;
}

export interface EarlierTaskServer {
  url: string;
  /** Methods of the messages so far. */
  readonly seen: string[];
  /** Implements the tool "long". */
  work: (task: EarlierTask) => Promise<void>;
  close(): Promise<void>;
}

export async function startEarlierTaskServer(): Promise<EarlierTaskServer> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const ends: (() => Promise<void>)[] = [];
  const http = await serve(respond);
  const made: EarlierTaskServer = {
    url: `${http.url}/mcp`,
    seen: [],
    work: (task) => task.end('completed', { content: [{ type: 'text', text: 'done' }] }),
    close: async () => {
      for (const end of ends) await end();
      await http.close();
    },
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = request.method === 'POST' ? (JSON.parse(await text(request)) as unknown) : null;
    const { method } = (body ?? { method: request.method }) as { method?: string };
    made.seen.push(method ?? 'answer');
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (known !== undefined) return known.handleRequest(request, response, body ?? undefined);
    if (method !== 'initialize') return void response.writeHead(404).end();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (session) => void sessions.set(session, transport),
      onsessionclosed: (session) => void sessions.delete(session),
    });
    const { server, end } = createServer(made);
    ends.push(end);
    await server.connect(transport as Parameters<McpServer['connect']>[0]);
    await transport.handleRequest(request, response, body);
  }
  return made;
}

function createServer(made: EarlierTaskServer): { server: McpServer; end: () => Promise<void> } {
  const taskStore = new InMemoryTaskStore();
  const server = new McpServer(
    { name: 'earlier', version: '1' },
    {
      capabilities: { tasks: { cancel: {}, requests: { tools: { call: {} } } } },
      taskStore,
      taskMessageQueue: new InMemoryTaskMessageQueue(),
    },
  );
  const description = 'Takes long.';
  const execution = { taskSupport: 'required' as const };
  server.experimental.tasks.registerToolTask(
    'long',
    { description, execution },
    {
      createTask: async (extra) => {
        const task = await extra.taskStore.createTask({ ttl: 600_000, pollInterval: 500 });
        const { taskId } = task;
        // A pending question is rejected when the server closes.
        const ended = made.work({
          ask: async (message) => {
            await taskStore.updateTaskStatus(taskId, 'input_required');
            const properties = { sure: { type: 'boolean' as const } };
            const requestedSchema = { type: 'object' as const, properties };
            const options = { relatedTask: { taskId }, timeout: 600_000 };
            const answer = await server.server.elicitInput({ message, requestedSchema }, options);
            await taskStore.updateTaskStatus(taskId, 'working');
            return answer;
          },
          end: (status, result) => taskStore.storeTaskResult(taskId, status, result),
        });
        ended.catch(() => undefined);
        return { task };
      },
      getTask: (extra) => extra.taskStore.getTask(extra.taskId),
      getTaskResult: async (extra) =>
        (await extra.taskStore.getTaskResult(extra.taskId)) as CallToolResult,
    },
  );
  const end = (): Promise<void> => {
    taskStore.cleanup();
    return server.close();
  };
  return { server, end };
}
