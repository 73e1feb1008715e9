import { getErrorMessage, MetarunError } from '../../../base/kernel/errors.js';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  objectOrNull,
  textOrEmpty,
} from '../../../base/kernel/json.js';
import { pythonTooLarge } from '../../../base/languages/script-size.js';
import { endedFromOutside } from '../guest-exit.js';
import { readFrames } from '../read-frames.js';
import { ProgressWatch } from '../progress-watch.js';
import type { CheckResult, Diagnostic } from '../runtime.js';
import type { ForkServer } from './fork-server.js';

const MEGABYTE = 1024 * 1024;
/** CPU time limit of the compiler (ms); it takes about 1.5 s for 1 MiB of ordinary source. */
const MAX_CPU_MS = 5_000;
/** Time after which a check may be retried if Python does not start. */
const RETRY_AFTER_SECONDS = 30;
const MAX_MEMORY_BYTES = 512 * MEGABYTE;
const CHECK = {
  kind: 'check',
  memory_bytes: MAX_MEMORY_BYTES,
  cpu_ms: MAX_CPU_MS,
  network: null,
} as const;

const UNREADABLE = 'The script could not be checked: the answer about it cannot be read.';
const CRASHED = 'The script cannot be compiled: its expressions are nested too deeply.';
const EXCEEDED = {
  cpu: `The script takes more than ${MAX_CPU_MS / 1000} s of CPU time to compile.`,
  memory: `The script takes more than ${MAX_MEMORY_BYTES / MEGABYTE} MB of memory to compile.`,
};

/** A requirement (PEP 508) of a script, and its line. */
export interface Dependency {
  requirement: string;
  line: number | null;
}

/** Services that a check uses. */
export interface CheckServices {
  /** True if an image provides the packages, so that the script may not request any. */
  ofImage: boolean;
  isSnippet: boolean;
  server: () => Promise<ForkServer>;
  /** Runs the compiler once it is the project's turn. */
  turn: <T>(compile: () => Promise<T>) => Promise<T>;
  /** Resolves dependencies to a lock with exact versions. */
  lock: (dependencies: readonly Dependency[]) => Promise<string>;
}

/**
 * Compiles a script in a child of the fork server, in the project's turn, and resolves its packages with `lock`.
 * Rejects with `unavailable` if the fork server ends meanwhile, and as `lock` does.
 */
export async function checkPython(
  source: string,
  { ofImage, isSnippet, server, turn, lock }: CheckServices,
): Promise<CheckResult> {
  const tooLarge = pythonTooLarge(source);
  if (tooLarge !== null) return failedCheck(tooLarge);
  const answer = await turn(async () =>
    compile(await started(server), { source, on_image: ofImage, is_snippet: isSnippet }),
  );
  if (typeof answer === 'string') return failedCheck(answer);
  const { diagnostics, paramsSchema, dependencies, code } = answer;
  const [first, ...rest] = diagnostics;
  if (first !== undefined) return { ok: false, diagnostics: [first, ...rest] };
  const [asked] = dependencies;
  if (ofImage && asked !== undefined)
    return {
      ok: false,
      diagnostics: [
        {
          message: `The script asks for ${asked.requirement}, and it runs on an image, which brings the packages: install them in the image`,
          line: asked.line,
          column: null,
        },
      ],
    };
  // Environment markers may exclude all packages.
  const locked = dependencies.length === 0 ? null : (await lock(dependencies)) || null;
  return {
    ok: true,
    program: { code: code ?? source, source_map: null, lock: locked },
    paramsSchema,
  };
}

async function started(server: CheckServices['server']): Promise<ForkServer> {
  try {
    return await server();
  } catch (error) {
    throw new MetarunError('unavailable', `${getErrorMessage(error)}.`, {
      cause: error,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}

interface Answer {
  diagnostics: Diagnostic[];
  paramsSchema: JsonObject | null;
  dependencies: Dependency[];
  /** The script that a snippet was turned into; null if the source is run unchanged. */
  code: string | null;
}

/** Resolves to the guest's answer, or to the reason why there is none. */
function compile(server: ForkServer, request: JsonObject): Promise<Answer | string> {
  return new Promise((resolve, reject) => {
    const child = server.fork(CHECK, {
      onExit: ({ exceeded, signal }) => {
        const why = exceeded === null ? CRASHED : EXCEEDED[exceeded];
        const isKilled = exceeded === null && endedFromOutside(signal);
        const end = (): void =>
          isKilled ? giveUp(`the compiler was ended by ${signal}`) : finish(why);
        // The answer comes through the socket and may not have arrived yet.
        if (child.socket.closed) end();
        else child.socket.once('close', end);
      },
      onRefused: giveUp,
      onLost: (message = 'the process that runs Python scripts has ended') => giveUp(message),
    });
    // The fork server limits the compiler's resources as long as it works itself.
    const watch = new ProgressWatch({
      cpuMs: () => server.cpuMs(),
      maxCpuMs: Number.POSITIVE_INFINITY,
      onStuck: (reason) => {
        child.kill();
        giveUp(reason);
      },
    });
    child.socket.on('error', () => undefined);
    readFrames(
      child.socket,
      (line) => finish(parseAnswer(line)),
      () => finish(UNREADABLE),
    );
    child.socket.write(`${JSON.stringify(request)}\n`);

    function giveUp(reason: string): void {
      watch.stop();
      child.socket.destroy();
      reject(unavailable(reason));
    }

    function finish(answer: Answer | string): void {
      watch.stop();
      child.socket.destroy();
      resolve(answer);
    }
  });
}

function parseAnswer(line: string): Answer {
  const answer: Json = JSON.parse(line);
  const { diagnostics, params_schema, dependencies, code } = isJsonObject(answer) ? answer : {};
  if (!Array.isArray(diagnostics) || !Array.isArray(dependencies))
    throw new Error('the answer to a check has no diagnostics or no dependencies');
  return {
    diagnostics: diagnostics.filter(isJsonObject).map((item) => ({
      message: textOrEmpty(item['message']),
      line: position(item['line']),
      column: position(item['column']),
    })),
    paramsSchema: objectOrNull(params_schema),
    dependencies: dependencies.filter(isJsonObject).map((item) => ({
      requirement: textOrEmpty(item['requirement']),
      line: position(item['line']),
    })),
    code: typeof code === 'string' ? code : null,
  };
}

function position(value: Json | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

function failedCheck(message: string): CheckResult {
  return { ok: false, diagnostics: [{ message, line: null, column: null }] };
}

/** Returns the error for a check that failed; `reason` is for the log, as the end of a sentence. */
function unavailable(reason: string): MetarunError {
  return new MetarunError('unavailable', 'Scripts cannot be checked at the moment; try again.', {
    cause: new Error(`failed to check a Python script: ${reason}`),
    retryAfterSeconds: 1,
  });
}
