import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../../base/tokens.js';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  JSONRPCMessage,
  McpServerFactory,
  Server,
  ServerContext,
  StandardSchemaV1,
} from '@modelcontextprotocol/server';
import type { Logger } from 'pino';
import { MetarunError } from '../../base/kernel/errors.js';
import { isJsonObject, type JsonObject } from '../../base/kernel/json.js';
import { VERSION } from '../../base/kernel/version.js';
import type { ToolCall } from './call.js';
import { clientCapabilities, TASKS_EXTENSION } from './client-capabilities.js';
import { CompletionsService } from './completions.service.js';
import { type McpLibrary, mcpLibrary } from './library.js';
import { LoneAnswers } from './lone-answers.service.js';
import { McpTasks } from './mcp-tasks.service.js';
import { parseLoneAnswer, questionId } from './question-ids.js';
import type { McpRequest } from './request.js';
import { UnknownStateError } from './request-state.js';
import { ResourcesService } from './resources.service.js';
import { sessionCapabilities } from './session.js';
import { followedIn, following, TaskSubscriptions } from './task-subscriptions.service.js';
import { ToolsService } from './tools.service.js';

const INVALID_PARAMS = -32_602;
const INTERNAL = -32_603;
/** Time for which clients may cache lists, in ms. */
const FRESH_MS = 30_000;
const FRESH = { ttlMs: FRESH_MS, cacheScope: 'private' } as const;
const INSTRUCTIONS =
  'Each tool that is not about tasks, files or approvals runs a script of this project as a task. ' +
  'A task goes on where a call ends before it: wait_for_task waits for it.';

/** A request that a server has received always has a method and a URL. */
type Incoming = IncomingMessage & { method: string; url: string };
/** Type of an answer for the library, which has a separate type for each request. */
type Answer = never;

/**
 * Answers requests of the protocol. Each request gets a separate protocol server with only its caller: no state is
 * kept between requests.
 */
@Injectable()
export class McpEndpoint {
  constructor(
    private readonly tools: ToolsService,
    private readonly resources: ResourcesService,
    private readonly mcpTasks: McpTasks,
    private readonly completions: CompletionsService,
    private readonly loneAnswers: LoneAnswers,
    private readonly subscriptions: TaskSubscriptions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Answers a request. `body`: the parsed body, or undefined. */
  async handle(
    mcp: McpRequest,
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
  ): Promise<void> {
    const answer = parseLoneAnswer(body);
    if (answer !== null) return this.loneAnswers.take(mcp, answer, response);
    const library = await mcpLibrary();
    const factory: McpServerFactory = ({ era }) => this.serverFor(library, mcp, era === 'modern');
    const uris = followedIn(body);
    if (uris !== null) {
      const exchange = { request: request as Incoming, response };
      return this.listen(library, mcp, factory, exchange, body, uris);
    }
    const handler = library.protocol.createMcpHandler(factory);
    // An empty body is answered as invalid JSON.
    await library.node.toNodeHandler(handler)(request as Incoming, response, body ?? null);
  }

  /** Serves a stream of changes to task resources; other resources that the client has named are ignored. */
  private async listen(
    { protocol, node }: McpLibrary,
    mcp: McpRequest,
    factory: McpServerFactory,
    { request, response }: { request: Incoming; response: ServerResponse },
    body: unknown,
    uris: readonly string[],
  ): Promise<void> {
    const followed = await this.subscriptions.followed(mcp, uris);
    const end = (): void => void handler.close();
    const bus = this.subscriptions.createEventBus(mcp.project.id, followed, end);
    const handler = protocol.createMcpHandler(factory, { bus });
    const message = following(
      body,
      followed.map(({ uri }) => uri),
    );
    await this.subscriptions.serve(mcp, response, end, () =>
      node.toNodeHandler(handler)(request, response, message),
    );
  }

  private serverFor({ protocol }: McpLibrary, mcp: McpRequest, modern: boolean): Server {
    const server = new protocol.Server(
      { name: 'metarun', title: `metarun: ${mcp.project.name}`, version: VERSION },
      {
        capabilities: {
          tools: {},
          resources: modern ? { subscribe: true } : {},
          completions: {},
          ...(modern && { extensions: { [TASKS_EXTENSION]: {} } }),
        },
        instructions: INSTRUCTIONS,
        cacheHints: {
          'tools/list': FRESH,
          'resources/list': FRESH,
          'resources/templates/list': FRESH,
          'server/discover': FRESH,
        },
        inputRequired: { legacyShim: false },
      },
    );
    this.offerTools(protocol, server, mcp);
    this.offerResources(protocol, server, mcp);
    this.offerCompletions(protocol, server, mcp);
    if (modern) this.offerTasks(protocol, server, mcp);
    return server;
  }

  private offerTools(protocol: McpLibrary['protocol'], server: Server, mcp: McpRequest): void {
    const answer = this.answering(protocol);
    server.setRequestHandler('tools/list', () =>
      answer(async () => ({ tools: await this.tools.list(mcp) })),
    );
    server.setRequestHandler('tools/call', ({ params }, context) =>
      answer(async () => {
        const { name, arguments: given } = params;
        const args = isJsonObject(given) ? given : {};
        const result = await this.tools.call(name, args, toToolCall(mcp, context, server));
        if (result !== null) return result;
        throw new protocol.ProtocolError(
          INVALID_PARAMS,
          `There is no tool ${JSON.stringify(name)}.`,
        );
      }),
    );
  }

  private offerResources(protocol: McpLibrary['protocol'], server: Server, mcp: McpRequest): void {
    const answer = this.answering(protocol);
    server.setRequestHandler('resources/list', ({ params }) =>
      answer(() => this.resources.list(mcp, params?.cursor)),
    );
    server.setRequestHandler('resources/templates/list', () =>
      answer(async () => this.resources.templates(mcp)),
    );
    // A separate schema is used, since the library reports violations of its own schema as server errors.
    server.setRequestHandler('resources/read', { params: paramsWith('uri') }, (params) =>
      answer(async () => {
        const { uri } = params;
        const contents = await this.resources.read(mcp, uri);
        if (contents !== null) return { contents: [contents] };
        throw new protocol.ResourceNotFoundError(uri);
      }),
    );
  }

  private offerCompletions(
    protocol: McpLibrary['protocol'],
    server: Server,
    mcp: McpRequest,
  ): void {
    const answer = this.answering(protocol);
    server.setRequestHandler('completion/complete', ({ params }) =>
      answer(() => this.completions.of(mcp, params)),
    );
  }

  private offerTasks(protocol: McpLibrary['protocol'], server: Server, mcp: McpRequest): void {
    const answer = this.answering(protocol);
    const methods = {
      'tasks/get': (call: ToolCall, id: string) => this.mcpTasks.get(call, id),
      'tasks/update': (call: ToolCall, id: string) => this.mcpTasks.update(call, id),
      'tasks/cancel': (call: ToolCall, id: string) => this.mcpTasks.cancel(call, id),
    };
    const requiredCapabilities = { extensions: { [TASKS_EXTENSION]: {} } };
    for (const [method, run] of Object.entries(methods))
      server.setRequestHandler(method, { params: paramsWith('taskId') }, (params, context) =>
        answer(async () => {
          const call = toToolCall(mcp, context, server);
          if (!call.client.tasks)
            throw new protocol.MissingRequiredClientCapabilityError({ requiredCapabilities });
          return run(call, params.taskId);
        }),
      );
  }

  /** Returns a function that converts errors of handlers to those of the protocol. */
  private answering({ ProtocolError }: McpLibrary['protocol']) {
    return async (work: () => Promise<unknown>): Promise<Answer> => {
      try {
        return (await work()) as Answer;
      } catch (error) {
        if (error instanceof ProtocolError) throw error;
        if (error instanceof UnknownStateError)
          throw new ProtocolError(INVALID_PARAMS, error.message);
        if (error instanceof MetarunError && error.kind !== 'internal')
          throw new ProtocolError(INVALID_PARAMS, error.message, {
            code: error.code,
            errors: error.errors,
          });
        this.logger.error({ err: error }, 'failed to handle a request of an MCP client');
        throw new ProtocolError(
          INTERNAL,
          'Something went wrong here; the log of the server has it.',
        );
      }
    };
  }
}

function toToolCall(request: McpRequest, { mcpReq }: ServerContext, server: Server): ToolCall {
  const state: unknown = mcpReq.requestState();
  const { id: relatedRequestId, envelope } = mcpReq;
  const ask: ToolCall['ask'] = async (approvalId, { method, params }) => {
    const id = questionId(approvalId);
    // The library's own request is not used, since it waits for an answer that may reach another server.
    const question = { jsonrpc: '2.0', id, method, params } as JSONRPCMessage;
    await server.transport?.send(question, { relatedRequestId });
  };
  return {
    request,
    client:
      envelope === undefined ? sessionCapabilities(request.session) : clientCapabilities(envelope),
    meta: mcpReq._meta ?? {},
    responses: mcpReq.inputResponses ?? {},
    state: typeof state === 'string' ? state : undefined,
    gone: mcpReq.signal,
    ask: envelope === undefined ? ask : null,
    notify: (method: string, params: JsonObject) => mcpReq.notify({ method, params }),
  };
}

/** Returns a validator of params with a string member, for methods that the protocol's library does not know. */
function paramsWith<Name extends string>(
  name: Name,
): StandardSchemaV1<unknown, Record<Name, string>> {
  return {
    '~standard': {
      version: 1,
      vendor: 'metarun',
      validate: (value) =>
        isJsonObject(value) && typeof value[name] === 'string'
          ? { value: value as JsonObject & Record<Name, string> }
          : { issues: [{ message: `${name} must be a text`, path: [name] }] },
    },
  };
}
