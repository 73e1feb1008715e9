import { posix } from 'node:path';
import { guestDir } from '../../base/config/paths.js';
import type { Config } from '../../base/config/settings.js';
import { processLimit, programGuest } from '../programs/program-guest.js';
import { sendPlan } from '../programs/plan.js';
import { UseWatch } from '../programs/use-watch.js';
import { ProgressWatch } from '../runtime/progress-watch.js';
import type { Interpreter } from '../runtime/python/interpreter.js';
import type { Sandbox } from '../runtime/sandbox/sandbox.js';
import { type GuestProcess, spawnGuest } from '../runtime/sandbox/spawn-guest.js';

/** CPU time for one page (ms). */
const PAGE_CPU_MS = 60_000;
/** Maximum text of a page (bytes). */
const MAX_TEXT = 4 * 1024 * 1024;
const MEMORY_MB = 1024;
/** Folders in which distributions keep the data of Tesseract. */
const DATA = ['/usr/share/tesseract-ocr', '/usr/share/tessdata', '/usr/share/tesseract'];
/** Folders of programs; a program in one of them needs only itself. */
const PROGRAMS = new Set(['/bin', '/usr/bin', '/usr/local/bin', '/sbin', '/usr/sbin']);

type Recognised = { text: string } | { failure: string };

export interface RecogniserOptions {
  sandbox: Sandbox;
  findPython: () => Promise<Interpreter>;
  /** Absolute path of the program. */
  command: string;
  args: readonly string[];
  /** CPU time for one page (ms). */
  pageCpuMs?: number;
}

/**
 * Recognises text in images with a program chosen by the operator. Each image is a separate run of the program in the
 * sandbox, without a network.
 */
export class Recogniser {
  constructor(private readonly options: RecogniserOptions) {}

  /** The command line, part of the converter's version, since it determines the Markdown. */
  get name(): string {
    return [this.options.command, ...this.options.args].join(' ');
  }

  /**
   * Returns the text of an image, or the reason of a failure as the end of a sentence, with the measured CPU time (ms).
   * `maxCpuMs` is the CPU time that is left for the document. Never rejects.
   */
  async read(picture: Buffer, maxCpuMs: number): Promise<Recognised & { cpuMs: number }> {
    if (maxCpuMs <= 0) return { failure: 'the document has taken its time for this', cpuMs: 0 };
    try {
      const guest = await this.start();
      const most = Math.min(maxCpuMs, this.options.pageCpuMs ?? PAGE_CPU_MS);
      return await this.recognisePicture(guest, picture, most);
    } catch {
      return { failure: 'the program for it could not be started', cpuMs: 0 };
    }
  }

  private async start(): Promise<GuestProcess> {
    const { sandbox, findPython, command } = this.options;
    const folder = posix.dirname(command);
    const readable = PROGRAMS.has(folder) ? DATA : [...DATA, folder];
    const program = { command, readable, writable: null, hosts: [] };
    const spec = programGuest(await findPython(), guestDir('programs'), program, '');
    return spawnGuest(sandbox.wrap(spec));
  }

  private async recognisePicture(
    guest: GuestProcess,
    picture: Buffer,
    maxCpuMs: number,
  ): Promise<Recognised & { cpuMs: number }> {
    let failure: string | null = null;
    const stop = (why: string): void => {
      failure ??= why;
      guest.kill();
    };
    const watch = new ProgressWatch({
      cpuMs: () => guest.cpuMs(),
      isStart: true,
      maxCpuMs,
      onStuck: stop,
    });
    const use = new UseWatch(guest.pid, MEMORY_MB, (what) => stop(`the program for it ${what}`));
    const chunks: Buffer[] = [];
    let length = 0;
    guest.channel.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_TEXT) stop('the program for it wrote too much');
      else chunks.push(chunk);
    });
    const { command, args, sandbox } = this.options;
    sendPlan(guest, {
      command,
      args,
      environment: { OMP_THREAD_LIMIT: '1' },
      processes: processLimit(sandbox, { writable: null }),
      network: null,
    });
    guest.channel.end(picture);
    const { exitCode } = await guest.exited;
    watch.stop();
    use.stop();
    const cpuMs = watch.usedMs;
    guest.channel.destroy();
    if (failure !== null) return { failure, cpuMs };
    if (exitCode !== 0) return { failure: 'the program for it has failed', cpuMs };
    return { text: Buffer.concat(chunks).toString('utf8'), cpuMs };
  }
}

/** Returns the recogniser for scanned pages; undefined if the operator has configured no program. */
export function createRecogniser(
  { ocrCommand }: Pick<Config, 'ocrCommand'>,
  sandbox: Sandbox,
  findPython: () => Promise<Interpreter>,
): Recogniser | undefined {
  const [command = '', ...args] = ocrCommand.split(' ').filter((word) => word !== '');
  return command === '' ? undefined : new Recogniser({ sandbox, findPython, command, args });
}
