import type { RunNetwork } from '../runtime/run-network.js';
import { type GuestProcess, STDERR_TAIL } from '../runtime/sandbox/spawn-guest.js';
import type { FolderWatch } from './folder-watch.js';
import { LineReader } from './line-reader.js';
import { UseWatch } from './use-watch.js';

/** Bytes that a program may write without anything that was waited for. */
export const MAX_UNASKED_BYTES = 8 * 1024 * 1024;
/** Bytes that wait for a program which does not read. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;
/** Time to end by itself once its input has ended (ms). */
const GOODBYE_MS = 1_000;
/** Time to end once it has closed its output (ms). */
const CLOSED_MS = 500;
/** Characters of its last words that are shown. */
const MAX_WORDS = 300;

export interface ProgramOptions {
  guest: GuestProcess;
  network: (RunNetwork & { close(): void }) | null;
  memoryMb: number;
  /** Watches what it may write to; null = nothing. */
  folder: FolderWatch | null;
  onLine: (line: string) => void;
  /** Returns a text without the secrets that the program was given. */
  hide: (text: string) => string;
}

/** A program that runs. */
export class ProgramProcess {
  /** Resolves once it has ended with all that it had started, to why: "has ended: exit code 1". */
  readonly ended: Promise<string>;
  private readonly reader: LineReader;
  private reason: string | null = null;
  private isOver = false;

  constructor(private readonly options: ProgramOptions) {
    const { guest, network, memoryMb, folder, onLine, hide } = options;
    this.reader = new LineReader(
      MAX_UNASKED_BYTES,
      (line) => {
        // What has been read before its end is not served after it.
        if (this.reason === null) onLine(line);
      },
      () => this.kill(`has written more than ${MAX_UNASKED_BYTES} bytes that nothing waits for`),
    );
    guest.channel.on('data', (chunk: Buffer) => this.reader.read(chunk));
    // It closes its output as it ends, a moment before the end is seen.
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
      const words = hide(lastLineOf(guest.stderrTail())).slice(0, MAX_WORDS).toWellFormed();
      const how = signal ?? `exit code ${exitCode}`;
      return this.reason ?? `has ended: ${how}${words === '' ? '' : `, after "${words}"`}`;
    });
  }

  get isRunning(): boolean {
    return !this.isOver && this.reason === null;
  }

  /** Sends a line. It ends a program that does not read. */
  write(line: string): void {
    const { channel } = this.options.guest;
    if (!this.isRunning || channel.destroyed) return;
    channel.write(`${line}\n`);
    if (channel.writableLength > MAX_UNREAD_BYTES) this.kill('does not read what it is sent');
  }

  /** Notes that it has written something that was waited for. */
  noteUseful(): void {
    this.reader.renew();
  }

  /** Returns the CPU time of its processes that live (ms); null if the machine does not report it. */
  cpuMs(): number | null {
    return this.options.guest.cpuMs();
  }

  /** Why it was killed, which it may outlive for a moment; null = it was not. */
  get killedFor(): string | null {
    return this.reason;
  }

  /** SIGKILL to all its processes. Idempotent. */
  kill(reason: string): void {
    if (this.isOver) return;
    this.reason ??= reason;
    this.options.guest.kill();
    this.options.guest.channel.destroy();
  }

  /** Ends its input, upon which it is to end, and kills it soon after. */
  async close(): Promise<void> {
    this.options.guest.channel.end();
    const timer = setTimeout(() => this.kill('was stopped'), GOODBYE_MS);
    await this.ended;
    clearTimeout(timer);
  }
}

/** Returns the last line of what may have lost its beginning: nothing where that is of the last line, since it may have cut a secret. */
function lastLineOf(tail: string): string {
  const lines = tail.trimEnd().split('\n');
  return lines.length > 1 || tail.length < STDERR_TAIL ? (lines.at(-1)?.trim() ?? '') : '';
}
