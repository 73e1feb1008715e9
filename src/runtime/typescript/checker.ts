import { isJsonObject, type Json, type JsonObject, objectOrNull } from '../../kernel/json.js';
import { Mutex } from '../../kernel/mutex.js';
import { FrameSplitter } from '../frames.js';
import { rssOf, treeOf } from '../process-tree.js';
import type { CheckResult, Diagnostic } from '../runtime.js';
import type { GuestCommand } from '../sandbox/sandbox.js';
import { type GuestProcess, spawnGuest } from '../sandbox/spawn-guest.js';

/** A script that takes longer to compile than this is refused (ms). */
const CHECK_TIMEOUT_MS = 5_000;
/** The most that a script may have, in bytes. */
export const MAX_SOURCE_BYTES = 1024 * 1024;
const MEGABYTE = 1024 * 1024;
/** The checker and its compiler together, some 80 MB at first. 1 MB of plain code takes 400, text that is nested deeply more than 1000. */
const MAX_MEMORY_BYTES = 640 * MEGABYTE;
/** One that has grown past this is replaced after the check, so that a later script does not pay for it. */
const KEPT_MEMORY_BYTES = 256 * MEGABYTE;
/** Most checks have ended before the first look (ms). */
const MEMORY_CHECK_MS = 50;

/** Why a check was given up, and the process with it. */
const GIVEN_UP = {
  timeout: `The script takes longer than ${CHECK_TIMEOUT_MS / 1000} s to compile`,
  memory: `The script takes more than ${MAX_MEMORY_BYTES / MEGABYTE} MB of memory to compile: is it nested too deeply?`,
  ended: 'The script could not be checked: the compiler stopped unexpectedly',
};

/** The process that compiles scripts: started at the first need, replaced when it hangs or dies. */
export class ScriptChecker {
  private readonly mutex = new Mutex();
  private guest: GuestProcess | null = null;
  private lastId = 0;

  constructor(
    private readonly command: GuestCommand,
    private readonly onWarning: (message: string) => void,
  ) {}

  check(source: string): Promise<CheckResult> {
    if (Buffer.byteLength(source) > MAX_SOURCE_BYTES)
      return Promise.resolve(
        refused(`The script is longer than ${MAX_SOURCE_BYTES} bytes, which is the most`),
      );
    return this.mutex.run(() => this.ask(source));
  }

  close(): void {
    this.guest?.kill();
    this.guest = null;
  }

  private async ask(source: string): Promise<CheckResult> {
    const guest = (this.guest ??= spawnGuest(this.command));
    const id = (this.lastId += 1);
    let compiled: CheckResult | null = null;
    let memory = 0;
    const answer = await new Promise<CheckResult | keyof typeof GIVEN_UP>((resolve) => {
      const splitter = new FrameSplitter();
      const timer = setTimeout(() => settle('timeout'), CHECK_TIMEOUT_MS);
      const watchdog = setInterval(() => {
        memory = memoryOf(guest);
        if (memory > MAX_MEMORY_BYTES) settle('memory');
      }, MEMORY_CHECK_MS);
      const onData = (chunk: Buffer): void => {
        for (const line of splitter.push(chunk)) {
          const frame = parseFrame(line, id);
          if (frame === null) continue;
          compiled ??= parseResult(frame['result']);
          if (!compiled.ok) settle(compiled);
          else if ('params_schema' in frame)
            settle({ ...compiled, paramsSchema: objectOrNull(frame['params_schema']) });
        }
      };
      const settle = (result: CheckResult | keyof typeof GIVEN_UP): void => {
        clearTimeout(timer);
        clearInterval(watchdog);
        guest.channel.off('data', onData);
        resolve(result);
      };
      guest.channel.on('data', onData);
      void guest.exited.then(() => settle('ended'));
      guest.channel.write(`${JSON.stringify({ id, source })}\n`);
    });
    if (typeof answer === 'string' || memory > KEPT_MEMORY_BYTES) {
      guest.kill();
      if (this.guest === guest) this.guest = null;
    }
    if (typeof answer !== 'string') return answer;
    this.onWarning(`The TypeScript checker was replaced (${answer}): ${guest.stderrTail()}`);
    // The script is fine; only what its types say of its params was too much.
    if (compiled !== null) return compiled;
    return refused(GIVEN_UP[answer]);
  }
}

/** Of all processes of a guest, in bytes. */
function memoryOf({ pid }: GuestProcess): number {
  return treeOf(pid).reduce((sum, member) => sum + (rssOf(member) ?? 0), 0);
}

function refused(message: string): CheckResult {
  return { ok: false, diagnostics: [{ message, line: null, column: null }] };
}

/** Null for anything but a part of the answer to request `id`. */
function parseFrame(line: string, id: number): JsonObject | null {
  const frame: Json = JSON.parse(line);
  return isJsonObject(frame) && frame['id'] === id ? frame : null;
}

/** What the checker says of the script itself, yet without the schema of its params. */
function parseResult(result: Json | undefined): CheckResult {
  const { program, diagnostics } = isJsonObject(result) ? result : {};
  if (isJsonObject(program)) {
    const { code, source_map } = program;
    if (typeof code === 'string' && typeof source_map === 'string')
      return { ok: true, program: { code, source_map, lock: null }, paramsSchema: null };
  }
  const [first, ...rest] = Array.isArray(diagnostics) ? diagnostics.flatMap(parseDiagnostic) : [];
  return first === undefined
    ? refused('The script cannot be compiled')
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
