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
import { toMcpFailure, McpFailure } from './mcp-failure.js';

/** Time for which the negotiated revision of a server is cached, in ms. */
const VERDICT_MS = 10 * 60_000;
const VERDICTS = 500;

/** Limits of a conversation. */
export interface Conversation {
  /** Aborts the conversation when its run is over; the conversation rejects with its reason. */
  signal: AbortSignal;
  seconds: number;
  onQuestion?: OnQuestion | null;
  /** Session in which a task began. */
  session?: string | null;
}

/** An open conversation. */
export interface OpenConversation {
  connection: McpConnection;
  /** Redacts the credentials of the server in a text. */
  hide: (text: string) => string;
}

interface Opening<T> {
  limit: TimeLimit;
  onQuestion: OnQuestion | null;
  session: string | null;
  onSecrets: (values: string[]) => void;
  work: (connection: McpConnection) => Promise<T>;
}

/** The endpoint of a server for one conversation. */
interface Place {
  to: HttpPlace | StdioPlace;
  /** True if the server is a program that has just been started. */
  isStarting: boolean;
  leave(late: boolean): void;
}

/** A time limit of a conversation that can be restarted. */
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

/** Holds conversations with MCP servers, each within its time limit and the concurrency limit. */
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

  /**
   * Holds a conversation. Rejects with MetarunError `mcp_unavailable`, `mcp_timeout` or `mcp_error`, without the
   * credentials of the server.
   */
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
        // Called before anything is sent, since later errors may repeat the credentials.
        onSecrets: (known) => (secrets = Redaction.of(known)),
        work: (connection) => work({ connection, hide: (text) => secrets.apply(text) }),
      });
    } catch (error) {
      if (signal.aborted) throw error;
      const known =
        error instanceof MetarunError ? error : await this.toMcpError(server, error, secrets);
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
      place = await this.resolvePlace(server, signal, onSecrets);
      // The start of a program has separate limits.
      if (place.isStarting) limit.stop();
      connection = new McpConnection({
        to: place.to,
        library,
        signal,
        prior: this.findPriorDiscovery(key, session, place),
        onQuestion,
        session,
      });
      await connection.open();
      if (place.isStarting) limit.begin();
      this.verdicts.set(key, connection.verdict);
      return await work(connection);
    } catch (error) {
      // The server may have been replaced, or may require a new token.
      this.verdicts.delete(key);
      if (server.scope === 'project') this.credentials.forget(server);
      throw error;
    } finally {
      release();
      await connection?.close();
      place?.leave(signal.reason instanceof McpFailure && signal.reason.code === 'mcp_timeout');
    }
  }

  private async resolvePlace(
    server: AnyMcpServer,
    signal: AbortSignal,
    onSecrets: (values: string[]) => void,
  ): Promise<Place> {
    if (server.scope === 'installation') {
      onSecrets(this.stdio.listSecrets(server));
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

  /** Returns the negotiated revision of a server, if it is known. */
  private findPriorDiscovery(
    key: string,
    session: string | null,
    { isStarting }: Place,
  ): PriorDiscovery | null {
    // Sessions exist only in the earlier revision, which was negotiated with them.
    if (session !== null) return { kind: 'legacy' };
    const prior = this.verdicts.get(key) ?? null;
    // A program that has just been started is still queried, since its answer shows that it is ready.
    return isStarting && prior?.kind === 'modern' ? null : prior;
  }

  private async toMcpError(
    { name }: AnyMcpServer,
    error: unknown,
    secrets: Redaction,
  ): Promise<MetarunError> {
    const { code, message } = toMcpFailure(error, await clientLibrary());
    return mcpError(code, `The MCP server ${quoted(name)} ${secrets.apply(message)}`);
  }
}

/** Returns an error of this feature. */
export function mcpError(code: McpErrorCode, message: string): MetarunError {
  return new MetarunError(MCP_ERRORS[code], message);
}
