import { treeOf, rssOf } from '../runtime/process-tree.js';
import type { RunNetwork } from '../runtime/run-network.js';
import { type GuestProcess, STDERR_TAIL } from '../runtime/sandbox/spawn-guest.js';
import { MAX_PROCESSES } from './guests.js';
import { LineReader } from './line-reader.js';

/** Bytes that a program may write without anything that was waited for. */
export const MAX_UNASKED_BYTES = 8 * 1024 * 1024;
/** Bytes that wait for a program which does not read. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;
/** The longest and the shortest pause between two counts of its processes and their memory (ms). */
const COUNT_MS = 250;
const LEAST_COUNT_MS = 20;
/** Memory that a program can fill (bytes in a millisecond): it is counted again before it can have filled what is left. */
const FILL_RATE = 2 * 1024 * 1024;
/** Those of the sandbox around it. */
const AROUND = 6;
/** Time to end by itself once its input has ended (ms). */
const GOODBYE_MS = 1_000;
/** Time to end once it has closed its output (ms). */
const CLOSED_MS = 500;
/** Characters of its last words that are shown. */
const MAX_WORDS = 300;
const MIB = 1024 * 1024;

export interface ProgramOptions {
  guest: GuestProcess;
  network: (RunNetwork & { close(): void }) | null;
  memoryMb: number;
  onLine: (line: string) => void;
  /** Returns a text without the secrets that the program was given. */
  hide: (text: string) => string;
}

/** A program that runs. */
export class ProgramProcess {
  /** Resolves once it has ended with all that it had started, to why: "has ended: exit code 1". */
  readonly ended: Promise<string>;
  private readonly reader: LineReader;
  private counter: NodeJS.Timeout | undefined;
  private reason: string | null = null;
  private isOver = false;

  constructor(private readonly options: ProgramOptions) {
    const { guest, network, onLine, hide } = options;
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
    this.countAfter(0);
    this.ended = guest.exited.then(({ exitCode, signal }) => {
      this.isOver = true;
      clearTimeout(this.counter);
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

  /** Counts again before it can have passed its limit by much, of which it has `left` bytes. */
  private countAfter(left: number): void {
    const ms = Math.min(Math.max(left / FILL_RATE, LEAST_COUNT_MS), COUNT_MS);
    this.counter = setTimeout(() => this.count(), ms).unref();
  }

  private count(): void {
    const { guest, memoryMb } = this.options;
    const tree = treeOf(guest.pid);
    if (tree.length > MAX_PROCESSES + AROUND)
      return this.kill(`has started more than ${MAX_PROCESSES} processes`);
    const bytes = tree.reduce((sum, pid) => sum + (rssOf(pid) ?? 0), 0);
    if (bytes > memoryMb * MIB) return this.kill(`has used more than ${memoryMb} MiB of memory`);
    this.countAfter(memoryMb * MIB - bytes);
  }
}

/** Returns the last line of what may have lost its beginning: nothing where that is of the last line, since it may have cut a secret. */
function lastLineOf(tail: string): string {
  const lines = tail.trimEnd().split('\n');
  return lines.length > 1 || tail.length < STDERR_TAIL ? (lines.at(-1)?.trim() ?? '') : '';
}
