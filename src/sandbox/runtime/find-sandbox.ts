import { join } from 'node:path';
import { guestDir } from '../../base/config/paths.js';
import type { Config } from '../../base/config/settings.js';
import { SCRIPT_LANGUAGES, type ScriptLanguage } from '../../base/languages/index.js';
import type { AskOptions } from './ask-program.js';
import type { OnWait } from './on-wait.js';
import { askAgain, type Interpreter, pythonFiles, unasked } from './python/interpreter.js';
import { RUNTIME_MAKERS } from './runtime-makers.js';
import type { GuestGroup } from './sandbox/control-groups.js';
import {
  bestSandbox,
  type DetectOptions,
  detectSandbox,
  findBwrap,
  type FoundSandbox,
} from './sandbox/detect.js';
import type { Sandbox } from './sandbox/sandbox.js';

/**
 * Time without progress after which a start continues without Python if the sandbox does not need it (ms). The Python
 * runtime retries.
 */
const PATIENCE_MS = 10_000;

/** A working sandbox, and the interpreter that it was tried with. */
export interface Found extends FoundSandbox {
  interpreter: Interpreter;
}

/** Callbacks while a sandbox is being found. */
export interface FindListeners {
  onWait?: OnWait;
  /** Receives the reason why a trial is repeated. */
  onWarning?: (message: string) => void;
}

/** Finds the interpreter for the sandbox and for the Python runtime. */
export function findInterpreter(
  config: Config,
  onWait: OnWait = () => undefined,
  options: AskOptions = {},
): Promise<Interpreter> {
  return awaited(config.python, pythonFiles(config.python, options), onWait);
}

/**
 * Returns the sandbox of a server, with control groups if available. If Python does not start, the sandbox has to work
 * for the other languages; an interpreter without progress is waited for only if the sandbox needs it. Throws an Error
 * with the reason why the server cannot start.
 */
export async function serverSandbox(config: Config, listeners: FindListeners): Promise<Found> {
  const { onWait = () => undefined } = listeners;
  const isPatient = !mayBeBubblewrap(config);
  const options = isPatient ? {} : { idleMs: PATIENCE_MS };
  const interpreter = await findInterpreter(config, onWait, options);
  try {
    return await triedSandbox(config, interpreter, listeners);
  } catch (error) {
    // Python may be the only means of creating a sandbox here.
    if (isPatient || interpreter.isUnclear !== true) throw error;
    const answered = awaited(config.python, askAgain(interpreter), onWait);
    await answered.catch(() => Promise.reject(error));
    return triedSandbox(config, interpreter, listeners);
  }
}

/** Returns whether the sandbox may be one that works without Python. */
function mayBeBubblewrap({ sandbox }: Config): boolean {
  return (sandbox === 'auto' || sandbox === 'bubblewrap') && findBwrap() !== null;
}

function awaited<T>(python: string, answer: Promise<T>, onWait: OnWait): Promise<T> {
  onWait(`Python (${python}) to say its version`, answer);
  return answer;
}

async function triedSandbox(
  config: Config,
  interpreter: Interpreter,
  { onWait, onWarning }: FindListeners,
): Promise<Found> {
  const languages = SCRIPT_LANGUAGES.filter(
    (language) => interpreter.problem === null || !RUNTIME_MAKERS[language].needsPython,
  );
  const trial = detectSandbox({
    ...buildDetectOptions(config, interpreter, languages),
    groups: {
      wanted: config.cgroup,
      trials: new Map(
        languages.flatMap((language) => {
          const { groupTrial } = RUNTIME_MAKERS[language];
          if (groupTrial === null) return [];
          const trial = (sandbox: Sandbox, group: GuestGroup) =>
            groupTrial(interpreter, sandbox, group);
          return [[language, trial] as const];
        }),
      ),
    },
    ...(onWarning && { onWarning }),
  });
  onWait?.('the trial of the sandbox', trial);
  return { interpreter, ...(await trial) };
}

/**
 * Returns the sandbox of a command that runs scripts of `languages`. Starts Python only if it is needed. Throws an
 * Error that says what to do.
 */
export async function commandSandbox(
  config: Config,
  languages: readonly ScriptLanguage[],
  onWait: OnWait,
): Promise<Found> {
  const found = async (interpreter: Interpreter): Promise<Found> => {
    const trial = detectSandbox(buildDetectOptions(config, interpreter, languages));
    onWait('the trial of the sandbox', trial);
    return { interpreter, ...(await trial) };
  };
  const needsPython = languages.some((language) => RUNTIME_MAKERS[language].needsPython);
  if (!needsPython && mayBeBubblewrap(config)) {
    const without = await found(unasked(config.python)).catch(() => null);
    if (without?.sandbox.report.kind === 'bubblewrap') return without;
  }
  const interpreter = await findInterpreter(config, onWait);
  if (needsPython && interpreter.problem !== null) throw new Error(interpreter.problem);
  return found(interpreter);
}

/** Returns the best sandbox, for callers that know that it works here. */
export function probedSandbox(interpreter: Interpreter): Sandbox {
  return bestSandbox(startedBy(interpreter));
}

function buildDetectOptions(
  config: Config,
  interpreter: Interpreter,
  languages: readonly ScriptLanguage[],
): DetectOptions {
  return {
    ...startedBy(interpreter),
    wanted: config.sandbox,
    minLevel: config.sandboxMinLevel,
    trials: new Map(
      languages.map((language) => [
        language,
        (sandbox) => RUNTIME_MAKERS[language].trial(interpreter, sandbox),
      ]),
    ),
  };
}

function startedBy({
  executable: python,
  problem: pythonProblem,
  isUnclear: pythonIsUnclear = false,
}: Interpreter): Pick<DetectOptions, 'python' | 'pythonProblem' | 'pythonIsUnclear' | 'launcher'> {
  return {
    python,
    pythonProblem,
    pythonIsUnclear,
    launcher: join(guestDir('sandbox'), 'launch.py'),
  };
}
