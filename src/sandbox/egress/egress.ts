import { randomBytes } from 'node:crypto';
import type { EgressFolder } from '../runtime/sandbox/egress-folder.js';
import type { EgressGuard, NetworkRules } from './egress-guard.js';
import { EgressSession } from './egress-session.js';
import { TunnelServer } from './tunnel-server.js';

/** The network of all runs. */
export class Egress {
  private readonly sessions = new Map<string, EgressSession>();
  private readonly tunnel = new TunnelServer((token) => this.sessions.get(token));

  /** `maxBytes` limits the bytes that a run may send and receive, together. */
  constructor(
    private readonly guard: EgressGuard,
    private readonly folder: EgressFolder,
    private readonly maxBytes: number,
  ) {}

  /** Path of the folder with the guests' socket, to be mounted at EGRESS_DIR. */
  get socketFolder(): string {
    return this.folder.path;
  }

  /** Rejects if the guests' socket cannot be created. */
  listen(): Promise<void> {
    const { socket, socketMode, socketGroup } = this.folder;
    return this.tunnel.listen(socket, socketMode, socketGroup);
  }

  /**
   * Opens the network for a run that is about to start, to be closed at the run's end; null if the rules allow no
   * network.
   */
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
