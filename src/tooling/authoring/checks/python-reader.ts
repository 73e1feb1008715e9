import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { createInterface } from 'node:readline';
import { guestDir } from '../../../base/config/paths.js';
import { GuidedError } from '../../../base/kernel/guided-error.js';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  objectOrNull,
} from '../../../base/kernel/json.js';
import { cpuMsOfTree } from '../../../sandbox/runtime/process-tree.js';
import { ProgressWatch } from '../../../sandbox/runtime/progress-watch.js';
import type { ScriptCall } from './script-calls.js';

/** Facts about a Python script that are known without running it. Places count from 1. */
export interface PythonReading {
  /** Reasons for which a server refuses the script, and members that the reporter does not have. */
  errors: { message: string; line: number | null; column: number | null }[];
  /** Imports that would fail in a run, and coroutines that are never awaited. */
  doubts: PythonReading['errors'];
  paramsSchema: JsonObject | null;
  calls: ScriptCall[];
  /** Lines of the requested packages. */
  dependencies: (number | null)[];
}

/** CPU time after which a script that Python has not read is refused, as on a server, in ms. */
const MAX_CPU_MS = 5_000;
/** Maximum length of a broken interpreter's output in messages, in characters. */
const SHOWN = 300;

type Process = ChildProcessByStdio<Writable, Readable, Readable>;

/** A Python process that reads scripts by the server's own check without running them. Starts on demand. */
export class PythonReader {
  private process: Process | null = null;
  private readonly waiting = new Map<number, (answer: JsonObject | GuidedError) => void>();
  private lastId = 0;

  /** `python`: path of the interpreter. */
  constructor(private readonly python: string) {}

  /** `onImage`: an image provides the packages. Throws GuidedError if Python cannot be started or does not finish. */
  async read(source: string, onImage: boolean): Promise<PythonReading> {
    const child = (this.process ??= this.start());
    const id = (this.lastId += 1);
    const answer = await new Promise<JsonObject | GuidedError>((resolve) => {
      const watch = new ProgressWatch({
        cpuMs: () => (child.pid === undefined ? null : cpuMsOfTree(child.pid)),
        maxCpuMs: MAX_CPU_MS,
        onStuck: (reason) => this.end(child, failure(`The script cannot be compiled: ${reason}.`)),
      });
      this.waiting.set(id, (given) => {
        watch.stop();
        resolve(given);
      });
      child.stdin.write(`${JSON.stringify({ id, source, on_image: onImage })}\n`);
    });
    if (answer instanceof GuidedError) throw answer;
    return parseReading(answer);
  }

  close(): void {
    if (this.process !== null) this.end(this.process, failure('The check was given up.'));
  }

  private start(): Process {
    const main = join(guestDir('python-author'), 'main.py');
    const child = spawn(this.python, ['-I', '-S', '-B', main], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {},
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-SHOWN)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const answer: Json = JSON.parse(line);
      if (!isJsonObject(answer) || typeof answer['id'] !== 'number') return;
      this.waiting.get(answer['id'])?.(answer);
      this.waiting.delete(answer['id']);
    });
    child.stdin.on('error', () => undefined);
    child.on('error', (error) =>
      this.end(
        child,
        failure(
          `Python cannot be started: ${error.message}.`,
          'Install Python 3.9 or later, or name it by METARUN_PYTHON.',
        ),
      ),
    );
    child.on('close', () =>
      this.end(
        child,
        failure(
          `The script cannot be read: Python has ended${said === '' ? '' : `: ${said.trim()}`}`,
        ),
      ),
    );
    return child;
  }

  private end(child: Process, why: GuidedError): void {
    if (this.process !== child) return;
    this.process = null;
    child.kill('SIGKILL');
    for (const answer of this.waiting.values()) answer(why);
    this.waiting.clear();
  }
}

function failure(message: string, fix?: string): GuidedError {
  return new GuidedError(message, { code: 'check_failed', fix, docs: 'check.md' });
}

function parseReading(answer: JsonObject): PythonReading {
  return {
    errors: [...toObjectList(answer['diagnostics']), ...toObjectList(answer['unknown'])].map(
      parseDiagnostic,
    ),
    doubts: [...toObjectList(answer['doubts']), ...toObjectList(answer['floating'])].map(
      parseDiagnostic,
    ),
    paramsSchema: objectOrNull(answer['params_schema']),
    calls: toObjectList(answer['calls']).flatMap(parseCall),
    dependencies: toObjectList(answer['dependencies']).map(({ line }) => toNumberOrNull(line)),
  };
}

function parseDiagnostic({ message, line, column }: JsonObject): PythonReading['errors'][number] {
  const text = typeof message === 'string' ? message : 'cannot be read';
  return { message: text, line: toNumberOrNull(line), column: toNumberOrNull(column) };
}

function parseCall({ kind, parts, varies, loop, line, column }: JsonObject): ScriptCall[] {
  if (kind !== 'phase' && kind !== 'step' && kind !== 'task') return [];
  return [
    {
      kind,
      parts: Array.isArray(parts) ? parts.map(String) : null,
      varies: typeof varies === 'string' ? varies : null,
      loop: loop === true,
      line: toNumberOrNull(line) ?? 1,
      column: toNumberOrNull(column) ?? 1,
    },
  ];
}

function toObjectList(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function toNumberOrNull(value: Json | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
