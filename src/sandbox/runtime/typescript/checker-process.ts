import { getErrorMessage } from '../../../base/kernel/errors.js';
import { isJsonObject, type Json, objectOrNull } from '../../../base/kernel/json.js';
import { endedFromOutside, endWords } from '../guest-exit.js';
import { ProtocolError } from '../frames.js';
import { readCpuMs, readResidentBytes, listProcessTree } from '../process-tree.js';
import { ProgressWatch } from '../progress-watch.js';
import { type CompileTarget, MAX_FRAME_BYTES } from '../protocol.js';
import { readFrames } from '../read-frames.js';
import type { CheckResult, Diagnostic } from '../runtime.js';
import type { GuestCommand } from '../sandbox/sandbox.js';
import { type GuestExitStatus, type GuestProcess, spawnGuest } from '../sandbox/spawn-guest.js';

/** CPU time of the start after which a process does not work here (ms); a start takes about 300. */
const START_CPU_MS = 60_000;
/** CPU time limit for compiling a script (ms), and the addition for each KiB, of which ordinary code takes 1. */
const MAX_CPU_MS = 1_000;
const MAX_CPU_MS_PER_KIB = 2;
const MEGABYTE = 1024 * 1024;
/**
 * Memory limit of the checker and its compiler together, about 80 MB at first. 1 MB of ordinary code takes 400 MB,
 * deeply nested text more than 1000 MB.
 */
const MAX_MEMORY_BYTES = 640 * MEGABYTE;
/** Addition for each MiB of a bundle beyond the first: 10 MiB of packages took about 600 MB in total. */
const MAX_MEMORY_BYTES_PER_MIB = 64 * MEGABYTE;
/** Size above which a process is replaced after the check, so that a later script is not charged for it. */
const KEPT_MEMORY_BYTES = 256 * MEGABYTE;
/** Interval of polls (ms). Most checks end before the first one. */
const POLL_MS = 50;

/**
 * Messages for checks that were aborted, together with the process, because of the script's demands on the compiler.
 */
const ABORT_MESSAGES = {
  cpu: `The script takes more than ${MAX_CPU_MS / 1000} s of CPU time to compile, and ${MAX_CPU_MS_PER_KIB} ms for each KiB: is it nested too deeply?`,
  memory: `The script takes more than ${MAX_MEMORY_BYTES / MEGABYTE} MB of memory to compile, and ${MAX_MEMORY_BYTES_PER_MIB / MEGABYTE} MB for each MiB beyond the first: is it nested too deeply?`,
  large: `The compiled script and its source map have more than ${MAX_FRAME_BYTES / MEGABYTE} MiB`,
  ended: 'The script could not be checked: the compiler stopped unexpectedly',
};
/** `lost`: the compiler was ended from outside, or before it received the script. `stuck`: it made no progress. */
export type AbortReason = keyof typeof ABORT_MESSAGES | 'lost' | 'stuck';

/** A script, and the target that will run it. */
export interface CheckedScript {
  source: string;
  engine: CompileTarget;
  isSnippet: boolean;
}

/**
 * The result of a check; null if nothing is known about the script. `aborted` is the reason if the check was aborted;
 * the process is then no longer usable.
 */
export interface Checked {
  result: CheckResult | null;
  aborted: AbortReason | null;
  /** The reason for `aborted` in the log, as the end of a sentence; null if the check was not aborted. */
  why: string | null;
}

/** The end of a check without a result for its script. */
class Abort {
  constructor(
    readonly reason: AbortReason,
    readonly why: string,
  ) {}
}

/** One process that compiles scripts, one at a time. */
export class CheckerProcess {
  /** True while it can check another script. */
  usable = true;
  /** False during the start. */
  isReady = false;
  readonly startedAt = performance.now();
  private readonly guest: GuestProcess;
  private lastId = 0;
  /** The end of the process; null while it is running. */
  private end: Pick<GuestExitStatus, 'exitCode' | 'signal'> | null = null;
  private onEnded: (end: Pick<GuestExitStatus, 'exitCode' | 'signal'>) => void = () => undefined;

  /** Throws if the process cannot be started. */
  constructor(command: GuestCommand) {
    this.guest = spawnGuest(command, { session: 'author', boots: true });
    void this.guest.exited.then((end) => {
      this.usable = false;
      this.end = end;
      this.onEnded(end);
    });
  }

  async check(script: CheckedScript): Promise<Checked> {
    const { guest } = this;
    const id = (this.lastId += 1);
    const bytes = Buffer.byteLength(script.source);
    const maxCpuMs = MAX_CPU_MS + (bytes / 1024) * MAX_CPU_MS_PER_KIB;
    const maxMemory =
      MAX_MEMORY_BYTES + Math.max(0, bytes / MEGABYTE - 1) * MAX_MEMORY_BYTES_PER_MIB;
    let compiled: CheckResult | null = null;
    let memory = 0;
    let cpuBefore: number | null = null;
    const answer = await new Promise<CheckResult | Abort>((resolve) => {
      const watch = new ProgressWatch({
        cpuMs: () => guest.cpuMs(),
        isStart: id === 1,
        maxCpuMs: START_CPU_MS + maxCpuMs,
        onStuck: (why) => settle(new Abort('stuck', why)),
      });
      const watchdog = setInterval(() => {
        const use = measureUse(guest);
        memory = use.memoryBytes;
        if (memory <= maxMemory && !this.isReady) return;
        cpuBefore ??= use.cpuMs;
        const cpuMs = use.cpuMs - cpuBefore;
        if (memory > maxMemory)
          settle(new Abort('memory', `it had ${Math.round(memory / MEGABYTE)} MB of memory`));
        else if (cpuMs > maxCpuMs)
          settle(new Abort('cpu', `a script took ${Math.round(cpuMs)} ms of CPU time`));
      }, POLL_MS);
      const onLine = (line: string): void => {
        const frame: Json = JSON.parse(line);
        if (!isJsonObject(frame)) return;
        if (frame['ready'] === true) this.becomeReady();
        if (frame['id'] !== id) return;
        compiled ??= parseResult(frame['result']);
        if (!compiled.ok) settle(compiled);
        else if ('params_schema' in frame)
          settle({ ...compiled, paramsSchema: objectOrNull(frame['params_schema']) });
      };
      const settle = (result: CheckResult | Abort): void => {
        watch.stop();
        clearInterval(watchdog);
        endReading();
        resolve(result);
      };
      const endReading = readFrames(guest.channel, onLine, (error) => {
        const reason = error instanceof ProtocolError ? 'large' : 'ended';
        settle(new Abort(reason, `its answer cannot be read: ${getErrorMessage(error)}`));
      });
      this.onEnded = (end) => {
        // The kernel kills a process with much memory when the machine runs out of it.
        const isKilled = endedFromOutside(end.signal) && memory <= KEPT_MEMORY_BYTES;
        const reason = this.isReady && !isKilled ? 'ended' : 'lost';
        settle(new Abort(reason, `${endWords(end)} ${guest.stderrTail()}`.trim()));
      };
      if (this.end !== null) settle(new Abort('lost', endWords(this.end)));
      else if (!this.usable) settle(new Abort('lost', 'it was ended before it had the script'));
      guest.channel.write(`${JSON.stringify({ id, ...script })}\n`);
    });
    const isAborted = answer instanceof Abort;
    if (isAborted || memory > KEPT_MEMORY_BYTES) this.kill();
    if (!isAborted) return { result: answer, aborted: null, why: null };
    const { reason, why } = answer;
    // If it was compiled, the script is fine; only reading the types of its params took too much.
    const blamed =
      reason === 'lost' || reason === 'stuck' ? null : failedCheck(ABORT_MESSAGES[reason]);
    return { result: compiled ?? blamed, aborted: reason, why };
  }

  /** Ends the start: from now on, the process works for scripts. */
  private becomeReady(): void {
    this.isReady = true;
    this.guest.share.restore();
  }

  kill(): void {
    this.usable = false;
    this.guest.kill();
  }
}

export function failedCheck(message: string): CheckResult {
  return { ok: false, diagnostics: [{ message, line: null, column: null }] };
}

/** Returns the resources that all processes of a guest use. */
function measureUse({ pid }: GuestProcess): { memoryBytes: number; cpuMs: number } {
  const tree = listProcessTree(pid);
  return {
    memoryBytes: tree.reduce((sum, member) => sum + (readResidentBytes(member) ?? 0), 0),
    cpuMs: tree.reduce((sum, member) => sum + (readCpuMs(member) ?? 0), 0),
  };
}

/** Returns the checker's result for the script itself, without the schema of its params. */
function parseResult(result: Json | undefined): CheckResult {
  const { program, diagnostics } = isJsonObject(result) ? result : {};
  if (isJsonObject(program)) {
    const { code, source_map } = program;
    if (typeof code === 'string' && typeof source_map === 'string')
      return { ok: true, program: { code, source_map, lock: null }, paramsSchema: null };
  }
  const [first, ...rest] = Array.isArray(diagnostics) ? diagnostics.flatMap(parseDiagnostic) : [];
  return first === undefined
    ? failedCheck('The script cannot be compiled')
    : { ok: false, diagnostics: [first, ...rest] };
}

function parseDiagnostic(value: Json): Diagnostic[] {
  if (!isJsonObject(value) || typeof value['message'] !== 'string') return [];
  const { message, line, column } = value;
  return [
    {
      message,
      line: typeof line === 'number' ? line : null,
      column: typeof column === 'number' ? column : null,
    },
  ];
}
