import { randomBytes } from 'node:crypto';
import type { EgressFolder } from '../runtime/sandbox/egress-folder.js';
import type { EgressGuard, NetworkRules } from './egress-guard.js';
import { EgressSession } from './egress-session.js';
import { TunnelServer } from './tunnel-server.js';

/** The network of all runs. */
export class Egress {
  private readonly sessions = new Map<string, EgressSession>();
  private readonly tunnel = new TunnelServer((token) => this.sessions.get(token));

  /** `maxBytes`: limit on what a run may send and receive, together. */
  constructor(
    private readonly guard: EgressGuard,
    private readonly folder: EgressFolder,
    private readonly maxBytes: number,
  ) {}

  /** Path of the folder that has the socket for guests, to be bound at EGRESS_DIR. */
  get socketFolder(): string {
    return this.folder.path;
  }

  /** Rejects if the socket for guests cannot be made. */
  listen(): Promise<void> {
    const { socket, socketMode, socketGroup } = this.folder;
    return this.tunnel.listen(socket, socketMode, socketGroup);
  }

  /** Opens the network of a run that is about to start, to be closed at its end; null if the rules allow none. */
  open(rules: NetworkRules): EgressSession | null {
    if (rules.policy === 'none') return null;
    const token = randomBytes(32).toString('base64url');
    const session = new EgressSession({
      guard: this.guard,
      rules,
      maxBytes: this.maxBytes,
      access: { socket: this.folder.guestSocket, token },
      onClose: () => this.sessions.delete(token),
    });
    this.sessions.set(token, session);
    return session;
  }

  async close(): Promise<void> {
    for (const session of this.sessions.values()) session.close();
    await this.tunnel.close();
  }
}
