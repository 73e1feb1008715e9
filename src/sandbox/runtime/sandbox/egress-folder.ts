import { chmodSync, chownSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EGRESS_DIR, NOBODY } from './guest-spec.js';
import { guestsAreOthers } from './kernel-users.js';
import type { Sandbox } from './sandbox.js';
import { SocketFolders } from './socket-folder.js';

const FOLDERS = new SocketFolders('egress');

/** The folder of the socket that leads runs to the network. The sandbox binds it into guests before the socket exists. */
export class EgressFolder {
  /** Path of the socket, as the host sees it. */
  readonly socket: string;
  /** The same, as guests see it. */
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

  /** Access to the socket. A connection may do nothing without the token of a run, which is a secret. */
  socketMode = 0o660;
  /** The group that has it, where guests are another user. */
  socketGroup: number | null = null;

  /** Lets guests in that are none of the users of this machine, as in containers of an engine that is not root. */
  letOthersIn(): void {
    chmodSync(this.path, 0o711);
    this.socketMode = 0o666;
    this.socketGroup = null;
  }

  /** Guests that are another user may pass through the folder but change nothing in it. */
  private letGuestsIn(): void {
    if (!guestsAreOthers()) return;
    try {
      chownSync(this.path, -1, NOBODY);
      chmodSync(this.path, 0o710);
      this.socketGroup = NOBODY;
    } catch {
      // This root may give nothing away, as in a container without capabilities.
      this.letOthersIn();
    }
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true });
  }
}
