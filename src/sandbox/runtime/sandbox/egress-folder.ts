import { chmodSync, chownSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EGRESS_DIR, NOBODY } from './guest-spec.js';
import { guestsAreOthers } from './kernel-users.js';
import type { Sandbox } from './sandbox.js';
import { SocketFolders } from './socket-folder.js';

const FOLDERS = new SocketFolders('egress');

/**
 * The folder of the socket through which runs reach the network. The sandbox binds it into guests before the socket
 * exists.
 */
export class EgressFolder {
  /** Path of the socket, as the host sees it. */
  readonly socket: string;
  /** Path of the socket, as guests see it. */
  readonly guestSocket: string;

  private constructor(
    readonly path: string,
    sandbox: Sandbox,
  ) {
    this.socket = join(path, FOLDERS.socketName);
    this.guestSocket = sandbox.contained ? join(EGRESS_DIR, FOLDERS.socketName) : this.socket;
  }

  static make(sandbox: Sandbox): EgressFolder {
    const folder = new EgressFolder(FOLDERS.make(), sandbox);
    folder.letGuestsIn();
    return folder;
  }

  /** Mode of the socket. A connection can do nothing without a run's token, which is secret. */
  socketMode = 0o660;
  /** Group of the socket if guests are another user; otherwise null. */
  socketGroup: number | null = null;

  /** Admits guests that are not users of this machine, as in containers of an engine that is not root. */
  letOthersIn(): void {
    chmodSync(this.path, 0o711);
    this.socketMode = 0o666;
    this.socketGroup = null;
  }

  /** Lets guests with another user pass through the folder without changing anything in it. */
  private letGuestsIn(): void {
    if (!guestsAreOthers()) return;
    try {
      chownSync(this.path, -1, NOBODY);
      chmodSync(this.path, 0o710);
      this.socketGroup = NOBODY;
    } catch {
      // This root may not change owners, as in a container without capabilities.
      this.letOthersIn();
    }
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true });
  }
}
