import { chmod, chown, mkdir } from 'node:fs/promises';
import { guestDir } from '../../base/config/paths.js';
import type { Config } from '../../base/config/settings.js';
import { findErrorCode } from '../../base/kernel/errors.js';
import type { Egress } from '../egress/egress.js';
import { findInterpreter } from '../runtime/find-sandbox.js';
import type { Interpreter } from '../runtime/python/interpreter.js';
import type { Sandbox } from '../runtime/sandbox/sandbox.js';
import { spawnGuest } from '../runtime/sandbox/spawn-guest.js';
import { NOBODY } from '../runtime/sandbox/guest-spec.js';
import { guestsAreOthers } from '../runtime/sandbox/kernel-users.js';
import { FOLDER_MODE, FolderWatch } from './folder-watch.js';
import { processLimit, programGuest } from './program-guest.js';
import { sendPlan } from './plan.js';
import type { Program, WritableFolder } from './program.js';
import { type ProgramOptions, ProgramProcess } from './program-process.js';

/** Starts the operator's programs in the sandbox, with the network that they may use. */
export class Programs {
  private interpreter: Promise<Interpreter> | null = null;

  constructor(
    private readonly config: Config,
    private readonly sandbox: Sandbox,
    private readonly egress: Egress,
  ) {}

  /**
   * Starts a program. Its output goes to `onLine` and `onStderr`; `hide` redacts secrets from shown output. Rejects if
   * the program cannot be started.
   */
  async start(
    program: Program,
    to: Pick<ProgramOptions, 'onLine' | 'hide'> & { onStderr: (text: string) => void },
  ): Promise<ProgramProcess> {
    this.interpreter ??= findInterpreter(this.config);
    const python = await this.interpreter;
    const { sandbox, egress } = this;
    const { memoryMb, writable } = program;
    const folder = writable === null ? null : await openFolder(writable);
    const spec = programGuest(python, guestDir('programs'), program, egress.socketFolder);
    // Without a sandbox, the program has the machine's network anyway.
    const network =
      program.hosts.length > 0 && sandbox.contained
        ? egress.open({ policy: 'restricted', hosts: program.hosts })
        : null;
    try {
      const guest = spawnGuest(sandbox.wrap(spec), { onStderr: to.onStderr });
      const started = new ProgramProcess({ ...to, guest, network, memoryMb, folder });
      sendPlan(guest, { ...program, processes: processLimit(sandbox, program), network });
      return started;
    } catch (error) {
      network?.close();
      throw error;
    }
  }
}

/**
 * Creates the folder if missing, owned by the user that its programs run as. Rejects with a message that scripts may
 * see.
 */
async function openFolder({ host, quotaMb }: WritableFolder): Promise<FolderWatch> {
  try {
    await mkdir(host, { recursive: true });
    // The program may have removed its own access.
    await chmod(host, FOLDER_MODE);
    if (guestsAreOthers()) await chown(host, NOBODY, NOBODY);
    return await FolderWatch.of(host, quotaMb);
  } catch (error) {
    // Scripts see the reason, but no path of the machine.
    const code = findErrorCode(error) ?? 'of no code';
    throw new Error(`the folder that it may write to cannot be used (${code})`, { cause: error });
  }
}
