import { guestDir } from '../../base/config/paths.js';
import type { Config } from '../../base/config/settings.js';
import type { GuestCommand, Sandbox } from '../runtime/sandbox/sandbox.js';
import { ConverterProcess } from './converter-process.js';
import { converterGuest } from './converter-guest.js';
import { converterCount, LIMITS } from './limits.js';
import type { Interpreter } from '../runtime/python/interpreter.js';
import { createRecogniser } from './recogniser.js';
import { SandboxedDocumentConverter } from './sandboxed.document-converter.js';

const IDLE_MS = 5 * 60_000;
const SURPLUS_IDLE_MS = 10_000;

/** Creates the document converter without starting a process. `onWarning` receives warnings for operators. */
export function openConverter(
  config: Config,
  sandbox: Sandbox,
  onWarning: (message: string) => void,
  findPython: () => Promise<Interpreter>,
): SandboxedDocumentConverter {
  return new SandboxedDocumentConverter({
    recogniser: createRecogniser(config, sandbox, findPython),
    command: commandIn(sandbox),
    limits: LIMITS,
    maxProcesses: converterCount(config),
    idleMs: IDLE_MS,
    surplusIdleMs: SURPLUS_IDLE_MS,
    onWarning,
  });
}

/** Starts a converter once and ends it. Throws an Error with the reason if it does not start. */
export async function tryConverter(sandbox: Sandbox): Promise<void> {
  const converter = new ConverterProcess(commandIn(sandbox), null, LIMITS);
  await converter.ready();
  converter.kill();
  await converter.exited;
}

function commandIn(sandbox: Sandbox): GuestCommand {
  return sandbox.wrap(converterGuest(process.execPath, guestDir('conversion'), sandbox));
}
