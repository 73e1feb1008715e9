import { join } from 'node:path';
import { guestDir } from '../../base/config/paths.js';
import type { Config } from '../../base/config/settings.js';
import { SCRIPT_LANGUAGES, type ScriptLanguage } from '../../base/languages/index.js';
import { type Interpreter, pythonFiles } from './python/interpreter.js';
import { RUNTIME_MAKERS } from './runtime-makers.js';
import type { GuestGroup } from './sandbox/control-groups.js';
import {
  bestSandbox,
  type DetectOptions,
  detectSandbox,
  type FoundSandbox,
} from './sandbox/detect.js';
import type { Sandbox } from './sandbox/sandbox.js';

/** Finds the interpreter for the sandbox and for the Python runtime. */
export function findInterpreter(config: Config): Promise<Interpreter> {
  return pythonFiles(config.python);
}

/**
 * Returns the sandbox of a server, with control groups if it has some. Where Python does not start, the sandbox has to work for the
 * other languages. `onWarning` receives why a trial is repeated. Throws an Error that says why the server cannot start.
 */
export function serverSandbox(
  config: Config,
  interpreter: Interpreter,
  onWarning?: (message: string) => void,
): Promise<FoundSandbox> {
  const languages = SCRIPT_LANGUAGES.filter(
    (language) => interpreter.problem === null || !RUNTIME_MAKERS[language].needsPython,
  );
  return detectSandbox({
    ...optionsOf(config, interpreter, languages),
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
}

/** Returns the sandbox of a command that runs scripts of `languages`. Throws an Error that says what to do. */
export async function commandSandbox(
  config: Config,
  interpreter: Interpreter,
  languages: readonly ScriptLanguage[],
): Promise<FoundSandbox> {
  if (
    interpreter.problem !== null &&
    languages.some((language) => RUNTIME_MAKERS[language].needsPython)
  )
    throw new Error(interpreter.problem);
  return detectSandbox(optionsOf(config, interpreter, languages));
}

/** Returns the best sandbox, for callers that know that it works here. */
export function probedSandbox(interpreter: Interpreter): Sandbox {
  return bestSandbox(startedBy(interpreter));
}

function optionsOf(
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
