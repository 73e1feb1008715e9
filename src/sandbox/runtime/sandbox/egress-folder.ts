import { chmodSync, chownSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EGRESS_DIR, NOBODY } from './guest-spec.js';
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
    const path = FOLDERS.make();
    letGuestsIn(path);
    return new EgressFolder(path, sandbox);
  }

  /** Access to the socket. A connection may do nothing without the token of a run, which is a secret. */
  socketMode = 0o660;

  /** Lets guests in that are none of the users of this machine, as in containers of an engine that is not root. */
  letOthersIn(): void {
    chmodSync(this.path, 0o711);
    this.socketMode = 0o666;
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true });
  }
}

/** Guests of a root server are another user, who may pass through the folder but change nothing in it. */
function letGuestsIn(path: string): void {
  if (process.getuid?.() !== 0) return;
  chownSync(path, 0, NOBODY);
  chmodSync(path, 0o710);
}
