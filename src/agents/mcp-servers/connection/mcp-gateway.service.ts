import { Injectable } from '@nestjs/common';
import type { PriorDiscovery } from '@modelcontextprotocol/client';
import { LRUCache } from 'lru-cache';
import { MetarunError } from '../../../base/kernel/errors.js';
import { KeyedSlots } from '../../../base/kernel/keyed-slots.js';
import { quoted } from '../../../base/kernel/quoted.js';
import { unlessAborted } from '../../../base/kernel/unless-aborted.js';
import { Redaction } from '../../../base/redaction/redaction.js';
import { EventBus } from '../../../platform/events/event-bus.js';
import { ServiceEgress } from '../../../sandbox/egress/service-egress.js';
import { MCP_ERRORS, type McpErrorCode } from '../errors.js';
import { StdioServers } from '../stdio/stdio-servers.js';
import { mcpCalled } from '../messages.js';
import type { AnyMcpServer } from '../registry/mcp-server.js';
import { McpCredentialsService } from './credentials.js';
import { clientLibrary } from './library.js';
import {
  type HttpPlace,
  McpConnection,
  type OnQuestion,
  type StdioPlace,
} from './mcp-connection.js';
import { failureOf, McpFailure } from './mcp-failure.js';

/** Time for which it is remembered which revision a server speaks, ms. */
const VERDICT_MS = 10 * 60_000;
const VERDICTS = 500;

/** The limits of a conversation. */
export interface Conversation {
  /** Ends it: its run is over. Its reason is what the conversation rejects with. */
  signal: AbortSignal;
  seconds: number;
  onQuestion?: OnQuestion | null;
  /** The session of a task that was begun in it. */
  session?: string | null;
}

/** A conversation that is under way. */
export interface OpenConversation {
  connection: McpConnection;
  /** Returns a text without the credentials of the server. */
  hide: (text: string) => string;
}

interface Opening<T> {
  limit: TimeLimit;
  onQuestion: OnQuestion | null;
  session: string | null;
  onSecrets: (values: string[]) => void;
  work: (connection: McpConnection) => Promise<T>;
}

/** The way to a server, for one conversation. */
interface Place {
  to: HttpPlace | StdioPlace;
  /** It is a program that has just been started. */
  isStarting: boolean;
  leave(late: boolean): void;
}

/** The time limit of a conversation, which can be begun again. */
class TimeLimit {
  private readonly late = new AbortController();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly seconds: number) {
    this.begin();
  }

  get signal(): AbortSignal {
    return this.late.signal;
  }

  begin(): void {
    const { seconds } = this;
    this.timer = setTimeout(
      () => this.late.abort(new McpFailure('mcp_timeout', `did not answer within ${seconds} s.`)),
      seconds * 1000,
    );
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}

/** Holds conversations with MCP servers, each within its time and in its turn. */
@Injectable()
export class McpGateway {
  private readonly slots = new KeyedSlots();
  private readonly verdicts = new LRUCache<string, PriorDiscovery>({
    max: VERDICTS,
    ttl: VERDICT_MS,
  });

  constructor(
    private readonly egress: ServiceEgress,
    private readonly credentials: McpCredentialsService,
    private readonly stdio: StdioServers,
    private readonly bus: EventBus,
  ) {}

  /** Rejects with MetarunError: `mcp_unavailable`, `mcp_timeout` or `mcp_error`, without the credentials of the server. */
  async hold<T>(
    server: AnyMcpServer,
    { signal, seconds, onQuestion = null, session = null }: Conversation,
    work: (conversation: OpenConversation) => Promise<T>,
  ): Promise<T> {
    const began = performance.now();
    const limit = new TimeLimit(seconds);
    const end = AbortSignal.any([signal, limit.signal]);
    let secrets = new Redaction();
    let outcome = 'ok';
    try {
      return await this.open(server, end, {
        limit,
        onQuestion,
        session,
        // Before anything is sent: what goes wrong then may repeat them.
        onSecrets: (known) => (secrets = Redaction.of(known)),
        work: (connection) => work({ connection, hide: (text) => secrets.apply(text) }),
      });
    } catch (error) {
      if (signal.aborted) throw error;
      const known =
        error instanceof MetarunError ? error : await this.errorOf(server, error, secrets);
      outcome = known.code;
      throw known;
    } finally {
      limit.stop();
      const taken = (performance.now() - began) / 1000;
      const { projectId, name } = server;
      if (!signal.aborted)
        this.bus.publish(mcpCalled, { projectId, server: name, outcome, seconds: taken });
    }
  }

  private async open<T>(
    server: AnyMcpServer,
    signal: AbortSignal,
    { limit, onQuestion, session, onSecrets, work }: Opening<T>,
  ): Promise<T> {
    const release = await this.slots.take(server.id, server.max_concurrency, signal);
    const key = `${server.id} ${server.scope === 'project' ? server.updatedAt : ''}`;
    let connection: McpConnection | null = null;
    let place: Place | null = null;
    try {
      const library = await clientLibrary();
      place = await this.placeOf(server, signal, onSecrets);
      // A start has limits of its own.
      if (place.isStarting) limit.stop();
      connection = new McpConnection({
        to: place.to,
        library,
        signal,
        prior: this.priorOf(key, session, place),
        onQuestion,
        session,
      });
      await connection.open();
      if (place.isStarting) limit.begin();
      this.verdicts.set(key, connection.verdict);
      return await work(connection);
    } catch (error) {
      // It may be another server by now, or want another token.
      this.verdicts.delete(key);
      if (server.scope === 'project') this.credentials.forget(server);
      throw error;
    } finally {
      release();
      await connection?.close();
      place?.leave(signal.reason instanceof McpFailure && signal.reason.code === 'mcp_timeout');
    }
  }

  private async placeOf(
    server: AnyMcpServer,
    signal: AbortSignal,
    onSecrets: (values: string[]) => void,
  ): Promise<Place> {
    if (server.scope === 'installation') {
      onSecrets(this.stdio.secretsOf(server));
      const { session, release } = await this.stdio.use(server);
      return { to: { session }, isStarting: session.isStarting, leave: release };
    }
    const { headers, values } = await unlessAborted(this.credentials.of(server, signal), signal);
    onSecrets(values);
    const { url, projectId } = server;
    const way = this.egress.to({ projectId, base_url: url });
    const to = { url, credentials: headers, way };
    return { to, isStarting: false, leave: () => undefined };
  }

  /** Returns the agreement with a server, if it is known. */
  private priorOf(
    key: string,
    session: string | null,
    { isStarting }: Place,
  ): PriorDiscovery | null {
    // A session is of the earlier revision, and was agreed on with it.
    if (session !== null) return { kind: 'legacy' };
    const prior = this.verdicts.get(key) ?? null;
    // A program that has just been started is asked all the same: its answer says that it is ready.
    return isStarting && prior?.kind === 'modern' ? null : prior;
  }

  private async errorOf(
    { name }: AnyMcpServer,
    error: unknown,
    secrets: Redaction,
  ): Promise<MetarunError> {
    const { code, message } = failureOf(error, await clientLibrary());
    return mcpError(code, `The MCP server ${quoted(name)} ${secrets.apply(message)}`);
  }
}

/** Returns an error of this feature. */
export function mcpError(code: McpErrorCode, message: string): MetarunError {
  return new MetarunError(MCP_ERRORS[code], message);
}
