import { rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { ProgressWatch } from '../progress-watch.js';
import { readFrames } from '../read-frames.js';
import type { Interpreter } from './interpreter.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { GuestGroup } from '../sandbox/control-groups.js';
import { SocketFolders } from '../sandbox/socket-folder.js';
import { type GuestProcess, spawnGuest } from '../sandbox/spawn-guest.js';
import {
  type ChildExit,
  type ControlMessage,
  type Hello,
  parseControlMessage,
} from './control-messages.js';
import { forkServerGuest } from './python-guests.js';

/** CPU time of the start after which it has failed (ms); a start takes about 150. */
const READY_CPU_MS = 60_000;
/** Time that the fork server has to kill its children and exit (ms). */
const CLOSE_TIMEOUT_MS = 3_000;

/** Connection errors that are due to a lack of resources and say nothing about the server. */
const SHORTAGES: Record<string, string> = {
  EAGAIN: 'too many scripts begin at once',
  EMFILE: 'the server has too many open files',
  ENFILE: 'the machine has too many open files',
  ENOBUFS: 'the machine has no memory for a socket',
  ENOMEM: 'the machine has no memory for a socket',
};

const FOLDERS = new SocketFolders('fork');

export interface ForkServerOptions {
  python: Interpreter;
  /** Absolute path of the built guest code, `dist/runtimes/python`. */
  guestDir: string;
  sandbox: Sandbox;
  /** Folder of packages that runs may import; null for none. */
  packages: string | null;
  /** Maximum number of connections that wait to be accepted. */
  backlog: number;
  /** The host's folder with the socket to the network. */
  egressDir?: string | undefined;
}

/** Receives the events of a child. Every event except `onEnding` and `onStarted` is the last one. */
export interface ChildListener {
  onStarted?(): void;
  /** The process is being killed, at a limit or on request. `exit` is the expected exit, with the usage so far. */
  onEnding?(exit: ChildExit): void;
  onExit(exit: ChildExit): void;
  /** No process could be started, and nothing has run. `reason` is the end of a sentence. */
  onRefused(reason: string): void;
  /**
   * The fork server has ended or is about to end, and its children with it. With a `message`, only this child was
   * killed from outside.
   */
  onLost(message?: string): void;
}

/** A requested child; `socket` is its own channel. */
export interface Child {
  socket: Socket;
  /** Reports that the script has been cancelled and that its end is awaited. */
  cancel(): void;
  /**
   * Returns the CPU time of the script's process (ms), with a resolution of 100 ms; null until some time after {@link
   * cancel}.
   */
  cpuMs(): number | null;
  /** Sends SIGKILL to its whole process tree, now or as soon as it has started. Has no effect after its end. */
  kill(): void;
}

interface ChildState {
  listener: ChildListener;
  started: boolean;
  cpuMs: number | null;
  cancelWanted: boolean;
  killWanted: boolean;
}

/** One warm Python process that forks a child for every run; see `runtimes/python/metarun_guest/fork_server.py`. */
export class ForkServer {
  /** Resolves to a description of the end of the process; never rejects. */
  readonly ended: Promise<string>;
  /** True while it accepts requests for children. Its process ends some time afterwards. */
  usable = true;
  private readonly removed: Promise<void>;
  private readonly children = new Map<number, ChildState>();
  private lastId = 0;
  private onReady: () => void = () => undefined;

  private constructor(
    private readonly process: GuestProcess,
    private readonly base: string,
    group: GuestGroup | null,
  ) {
    // After an invalid message, no further message can be trusted.
    readFrames(
      process.channel,
      (line) => this.onMessage(parseControlMessage(line)),
      () => this.giveUp(),
    );
    // Without its control pipe, it can neither receive nor send messages.
    process.channel.once('close', () => this.giveUp());
    this.ended = process.exited.then(({ exitCode, signal }) => {
      this.loseChildren();
      const how = signal === null ? `exit code ${exitCode}` : signal;
      return `${how} ${process.stderrTail()}`.trim();
    });
    // The fork server removes these itself unless it was killed.
    this.removed = this.ended.then(() => remove(base, group));
  }

  /**
   * Rejects with an Error if the interpreter cannot be started, makes no progress, or is ended by `signal` before it is
   * ready.
   */
  static async start(options: ForkServerOptions, signal: AbortSignal): Promise<ForkServer> {
    const { python, guestDir, sandbox, packages, backlog, egressDir } = options;
    const base = FOLDERS.make();
    let group: GuestGroup | null = null;
    let server: ForkServer;
    try {
      group = sandbox.groups?.make() ?? null;
      const guest = forkServerGuest(python, guestDir, {
        base,
        packages,
        backlog,
        sandbox,
        egressDir,
        group,
      });
      server = new ForkServer(
        spawnGuest(
          sandbox.wrap(guest),
          sandbox.contained ? { session: 'trusted' } : { boots: true },
        ),
        base,
        group,
      );
    } catch (error) {
      await remove(base, group);
      throw error;
    }
    await server.ready(signal);
    return server;
  }

  private async ready(signal: AbortSignal): Promise<void> {
    const end = (): void => this.process.kill();
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    let watch: ProgressWatch | undefined;
    const ready = new Promise<string | null>((resolve) => {
      this.onReady = () => resolve(null);
      watch = new ProgressWatch({
        cpuMs: () => this.cpuMs(),
        isStart: true,
        maxCpuMs: READY_CPU_MS,
        onStuck: resolve,
      });
    });
    const failure = await Promise.race([ready, this.ended]);
    watch?.stop();
    signal.removeEventListener('abort', end);
    if (failure === null) return;
    this.process.kill();
    throw new Error(`the Python fork server did not start: ${failure}`);
  }

  fork(what: Omit<Hello, 'id'>, listener: ChildListener): Child {
    const id = ++this.lastId;
    if (id === 1) this.process.share.restore();
    const state: ChildState = {
      listener,
      started: false,
      cpuMs: null,
      cancelWanted: false,
      killWanted: false,
    };
    this.children.set(id, state);
    const socket = connect(join(this.base, FOLDERS.socketName));
    const onConnectError = (error: NodeJS.ErrnoException): void => {
      const shortage = SHORTAGES[error.code ?? ''];
      this.refuse(id, shortage ?? 'the process that runs Python scripts ends');
      // The socket was removed or replaced; only a new server can create it again.
      if (shortage === undefined) this.giveUp();
    };
    socket.once('error', onConnectError);
    socket.once('connect', () => socket.off('error', onConnectError).on('error', () => undefined));
    const hello: Hello = { ...what, id };
    socket.write(`${JSON.stringify(hello)}\n`);
    return {
      socket,
      cancel: () => {
        state.cancelWanted = true;
        if (state.started && this.children.has(id)) this.send('cancel', id);
      },
      cpuMs: () => state.cpuMs,
      kill: () => {
        state.killWanted = true;
        if (state.started && this.children.has(id)) this.send('kill', id);
      },
    };
  }

  /** Returns the CPU time of the server's processes (ms); null if the machine does not report it. */
  cpuMs(): number | null {
    return this.process.cpuMs();
  }

  /** Kills all children and ends the process. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.process.kill(), CLOSE_TIMEOUT_MS);
    this.process.channel.end();
    // The server ends its children first, so there is no need to wait until each of them is scheduled.
    this.loseChildren();
    await this.removed;
    clearTimeout(timer);
  }

  private giveUp(): void {
    this.usable = false;
    this.process.kill();
  }

  private loseChildren(): void {
    const lost = [...this.children.values()];
    this.children.clear();
    for (const { listener } of lost) listener.onLost();
  }

  private onMessage(message: ControlMessage): void {
    if (message.type === 'ready') {
      this.onReady();
      return;
    }
    const child = this.children.get(message.id);
    if (child === undefined) return;
    if (message.type === 'started') {
      child.started = true;
      child.listener.onStarted?.();
      if (child.cancelWanted) this.send('cancel', message.id);
      if (child.killWanted) this.send('kill', message.id);
      return;
    }
    if (message.type === 'used') {
      child.cpuMs = message.cpu_ms;
      return;
    }
    if (message.type === 'refused') {
      this.refuse(message.id, message.message);
      return;
    }
    if (message.type === 'lost') {
      this.children.delete(message.id);
      child.listener.onLost(message.message);
      return;
    }
    if (message.type === 'ending') {
      child.listener.onEnding?.(message.exit);
      return;
    }
    this.children.delete(message.id);
    child.listener.onExit(message.exit);
  }

  private refuse(id: number, reason: string): void {
    this.children.get(id)?.listener.onRefused(reason);
    this.children.delete(id);
  }

  private send(type: 'cancel' | 'kill', id: number): void {
    this.process.channel.write(`${JSON.stringify({ type, id })}\n`);
  }
}

async function remove(base: string, group: GuestGroup | null): Promise<void> {
  const gone = rm(base, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  await Promise.all([gone, group?.remove()]);
}
