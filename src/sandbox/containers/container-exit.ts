import { LANGUAGES, type ScriptLanguage } from '../../base/languages/index.js';
import { explainOwnExit, type GuestExit, memoryLimitPassed } from '../runtime/guest-exit.js';
import type { RunLimits } from '../runtime/protocol.js';
import type { GuestExitStatus } from '../runtime/sandbox/spawn-guest.js';
import { explainNodeExit } from '../runtime/typescript/runner.js';
import { engineFailure, isOfEngine } from './engine-command.js';

/** Message of the Python guest after the kernel has killed the script's process. */
const OUT_OF_MEMORY = /^out of memory$/m;

/** Message of the Python guest after a failure of its own, not of the script. */
const GUEST_FAILED = /^the guest failed: .*$/m;

/**
 * Explains why a container ended before its run did. `ofMemory`: the kernel has killed one of its processes for lack of
 * memory. `limits`: those of its run; null before it.
 */
export function explainEnd(
  status: GuestExitStatus,
  stderr: string,
  limits: RunLimits | null,
  { ofMemory, language }: { ofMemory: boolean; language: ScriptLanguage },
): GuestExit {
  if (limits !== null && (ofMemory || OUT_OF_MEMORY.test(stderr))) return memoryLimitPassed(limits);
  if (status.isOuter)
    return {
      code: 'worker_lost',
      message: 'The container of the script was lost: the program of the engine ended before it.',
    };
  const code = status.exitCode ?? 0;
  if (isOfEngine({ code, stderr }))
    return {
      code: 'worker_lost',
      message: `The container of the script was lost: ${engineFailure({ code, stderr }).message}`,
    };
  const [failure] = GUEST_FAILED.exec(stderr) ?? [];
  if (failure !== undefined) return { code: 'sandbox_error', message: failure };
  return LANGUAGES[language].runsOnNode
    ? explainNodeExit(status, stderr, limits)
    : explainOwnExit(status.exitCode, status.signal);
}
