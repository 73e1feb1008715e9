import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../../../base/tokens.js';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { environmentVariable } from '../../../base/config/environment-variable.js';
import { getErrorMessage } from '../../../base/kernel/errors.js';
import { Redaction } from '../../../base/redaction/redaction.js';
import type { WritableFolder } from '../../../sandbox/programs/program.js';
import { Programs } from '../../../sandbox/programs/programs.js';
import { McpFailure } from '../connection/mcp-failure.js';
import type { LocalServer } from '../registry/mcp-server.js';
import { StdioLog } from './stdio-log.js';
import { StdioSession } from './stdio-session.js';

/** Time without a conversation after which a server is stopped, in ms. */
const IDLE_MS = 60_000;
/** Period in which the maximum number of ends prevents a restart until the period is over, in ms. */
const RESTART_MS = 60_000;
const MAX_ENDS = 5;
/** Maximum number of running servers in all projects. */
const MAX_RUNNING = 64;

interface Running {
  session: StdioSession;
  begun: Promise<void>;
  users: number;
  idle: NodeJS.Timeout | null;
}

/** A running server that is in use. */
export interface StdioUse {
  session: StdioSession;
  /** Ends the use. `late`: the server has not answered in time and is stopped after its last use. */
  readonly release: (late: boolean) => void;
}

/** Processes of stdio MCP servers: one for each project and server, started on demand. */
@Injectable()
export class StdioServers {
  private readonly running = new Map<string, Running>();
  private readonly ends = new Map<string, { at: number; reason: string }[]>();

  constructor(
    private readonly programs: Programs,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns the values that a server receives from the environment, which must never be shown. */
  listSecrets({ definition }: LocalServer): string[] {
    return Object.values(definition.environment)
      .filter((from) => typeof from === 'string')
      .map(resolveValue);
  }

  /** Starts a server if necessary and returns it for use. Rejects with McpFailure if it cannot be started. */
  async use(server: LocalServer): Promise<StdioUse> {
    const { id } = server;
    let one = this.running.get(id);
    if (one !== undefined && one.session.killedFor !== null) {
      this.noteEnd(server, one, one.session.killedFor);
      one = undefined;
    }
    if (one === undefined) {
      this.assertMayStart(id);
      const session = this.createSession(server);
      one = { session, begun: session.begin(), users: 0, idle: null };
      this.running.set(id, one);
    }
    const used = one;
    if (used.idle !== null) clearTimeout(used.idle);
    used.users += 1;
    try {
      await used.begun;
    } catch (error) {
      this.drop(id, used);
      throw new McpFailure(
        'mcp_unavailable',
        `cannot be started: ${getErrorMessage(error)}.`,
        error,
      );
    }
    let isReleased = false;
    return {
      session: used.session,
      release: (late) => {
        if (isReleased) return;
        isReleased = true;
        used.users -= 1;
        if (late) this.drop(id, used);
        if (used.users > 0) return;
        if (this.running.get(id) !== used) used.session.kill('did not answer in time');
        else used.idle = setTimeout(() => this.rest(id, used), IDLE_MS).unref();
      },
    };
  }

  /** Stops all servers. */
  async close(): Promise<void> {
    const all = [...this.running.values()];
    this.running.clear();
    for (const { idle } of all) if (idle !== null) clearTimeout(idle);
    await Promise.all(all.map(({ session }) => session.close()));
  }

  private createSession(server: LocalServer): StdioSession {
    const { id, projectId, name, definition } = server;
    const secrets = Redaction.of(this.listSecrets(server));
    const hide = (text: string): string => secrets.apply(text);
    const log = new StdioLog(this.logger, { projectId, mcpServer: name }, hide);
    const program = {
      command: definition.command,
      args: definition.args,
      environment: Object.fromEntries(
        Object.entries(definition.environment).map(([key, from]) => [key, resolveValue(from)]),
      ),
      readable: definition.readable,
      writable: resolveWritableFolder(server),
      hosts: definition.network,
      memoryMb: definition.memory_mb,
    };
    const session: StdioSession = new StdioSession(
      (onLine) =>
        this.programs.start(program, { onLine, hide, onStderr: (text) => log.write(text) }),
      definition.max_concurrency === 1,
      (reason) => {
        const one = this.running.get(id);
        // Otherwise it was stopped on purpose, or its end is already recorded.
        if (one?.session === session) this.noteEnd(server, one, reason);
      },
    );
    return session;
  }

  /** Records the end of a server, so that it is not used again even if its process takes a moment to exit. */
  private noteEnd({ id, projectId, name }: LocalServer, one: Running, reason: string): void {
    this.drop(id, one);
    const recent = this.recentEnds(id);
    this.ends.set(id, [...recent, { at: performance.now(), reason }]);
    this.logger.warn({ projectId, mcpServer: name, reason }, 'MCP server exited');
  }

  private drop(id: string, one: Running): void {
    if (one.idle !== null) clearTimeout(one.idle);
    if (this.running.get(id) === one) this.running.delete(id);
  }

  private rest(id: string, one: Running): void {
    this.drop(id, one);
    void one.session.close();
  }

  private assertMayStart(id: string): void {
    const recent = this.recentEnds(id);
    const last = recent.at(-1);
    if (last !== undefined && recent.length >= MAX_ENDS)
      throw new McpFailure(
        'mcp_unavailable',
        `has ended ${recent.length} times within a minute, and is started again later: it ${last.reason}.`,
      );
    if (this.running.size < MAX_RUNNING) return;
    const idle = [...this.running].find(([, { users }]) => users === 0);
    if (idle === undefined)
      throw new McpFailure('mcp_unavailable', `must wait: ${MAX_RUNNING} servers run already.`);
    this.rest(...idle);
  }

  private recentEnds(id: string): { at: number; reason: string }[] {
    const since = performance.now() - RESTART_MS;
    const recent = (this.ends.get(id) ?? []).filter(({ at }) => at > since);
    if (recent.length === 0) this.ends.delete(id);
    return recent;
  }
}

function resolveValue(from: string | { value: string }): string {
  return typeof from === 'string' ? (environmentVariable(from) ?? '') : from.value;
}

/** Returns the writable folder of a server: that of its project, mounted at the configured path. */
function resolveWritableFolder({ projectId, definition }: LocalServer): WritableFolder | null {
  const { writable, quota_mb: quotaMb } = definition;
  return writable === null ? null : { host: join(writable, projectId), guest: writable, quotaMb };
}
