import type { RunNetwork } from '../runtime/run-network.js';
import { type GuestProcess, STDERR_TAIL } from '../runtime/sandbox/spawn-guest.js';
import type { FolderWatch } from './folder-watch.js';
import { LineReader } from './line-reader.js';
import { UseWatch } from './use-watch.js';

/** Maximum number of bytes that a program may write without an expected message. */
export const MAX_UNASKED_BYTES = 8 * 1024 * 1024;
/** Maximum number of unsent bytes for a program that does not read. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;
/** Time that a program has to end once its input has ended (ms). */
const GOODBYE_MS = 1_000;
/** Time that a program has to end once it has closed its output (ms). */
const CLOSED_MS = 500;
/** Maximum number of characters shown of a program's last line of stderr. */
const MAX_WORDS = 300;

export interface ProgramOptions {
  guest: GuestProcess;
  network: (RunNetwork & { close(): void }) | null;
  memoryMb: number;
  /** Watches the folder that the program may write to, or null. */
  folder: FolderWatch | null;
  onLine: (line: string) => void;
  /** Redacts the secrets that the program was given from a text. */
  hide: (text: string) => string;
}

/** A running program. */
export class ProgramProcess {
  /**
   * Resolves once the program and everything it started have ended, to the reason, such as "has ended: exit code 1".
   */
  readonly ended: Promise<string>;
  private readonly reader: LineReader;
  private reason: string | null = null;
  private isOver = false;

  constructor(private readonly options: ProgramOptions) {
    const { guest, network, memoryMb, folder, onLine, hide } = options;
    this.reader = new LineReader(
      MAX_UNASKED_BYTES,
      (line) => {
        // Lines that are read after a kill are dropped.
        if (this.reason === null) onLine(line);
      },
      () => this.kill(`has written more than ${MAX_UNASKED_BYTES} bytes that nothing waits for`),
    );
    guest.channel.on('data', (chunk: Buffer) => this.reader.read(chunk));
    // An ending program closes its output shortly before its exit is seen.
    guest.channel.once('end', () => {
      setTimeout(() => this.kill('has closed its output'), CLOSED_MS).unref();
    });
    const watch = new UseWatch(guest.pid, memoryMb, (what) => this.kill(what));
    folder?.begin(guest, (what) => this.kill(what));
    this.ended = guest.exited.then(({ exitCode, signal }) => {
      this.isOver = true;
      watch.stop();
      folder?.stop();
      network?.close();
      guest.channel.destroy();
      const words = hide(extractLastLine(guest.stderrTail())).slice(0, MAX_WORDS).toWellFormed();
      const how = signal ?? `exit code ${exitCode}`;
      return this.reason ?? `has ended: ${how}${words === '' ? '' : `, after "${words}"`}`;
    });
  }

  get isRunning(): boolean {
    return !this.isOver && this.reason === null;
  }

  /** Sends a line. Kills a program that does not read. */
  write(line: string): void {
    const { channel } = this.options.guest;
    if (!this.isRunning || channel.destroyed) return;
    channel.write(`${line}\n`);
    if (channel.writableLength > MAX_UNREAD_BYTES) this.kill('does not read what it is sent');
  }

  /** Renews the output budget after an expected message. */
  noteUseful(): void {
    this.reader.renew();
  }

  /** Returns the CPU time of the program's live processes (ms); null if the machine does not report it. */
  cpuMs(): number | null {
    return this.options.guest.cpuMs();
  }

  /** Reason for which the program was killed, even if it has not ended yet; null if it was not killed. */
  get killedFor(): string | null {
    return this.reason;
  }

  /** Sends SIGKILL to all processes of the program. Idempotent. */
  kill(reason: string): void {
    if (this.isOver) return;
    this.reason ??= reason;
    this.options.guest.kill();
    this.options.guest.channel.destroy();
  }

  /** Ends the program's input so that it exits, and kills it if it takes too long. */
  async close(): Promise<void> {
    this.options.guest.channel.end();
    const timer = setTimeout(() => this.kill('was stopped'), GOODBYE_MS);
    await this.ended;
    clearTimeout(timer);
  }
}

/**
 * Returns the last line of a text that may be cut at its beginning; nothing if the last line itself may be cut, since
 * the rest of a cut secret would not be redacted.
 */
function extractLastLine(tail: string): string {
  const lines = tail.trimEnd().split('\n');
  return lines.length > 1 || tail.length < STDERR_TAIL ? (lines.at(-1)?.trim() ?? '') : '';
}
