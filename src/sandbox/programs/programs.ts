import { guestDir } from '../../base/config/paths.js';
import type { Config } from '../../base/config/settings.js';
import type { Egress } from '../egress/egress.js';
import { findInterpreter } from '../runtime/find-sandbox.js';
import type { Interpreter } from '../runtime/python/interpreter.js';
import type { Sandbox } from '../runtime/sandbox/sandbox.js';
import { spawnGuest } from '../runtime/sandbox/spawn-guest.js';
import { processLimit, programGuest } from './guests.js';
import type { Program } from './program.js';
import { type ProgramOptions, ProgramProcess } from './program-process.js';

const LENGTH_DIGITS = 8;

/** Starts programs of the operator in the sandbox, with the network that they may have. */
export class Programs {
  private interpreter: Promise<Interpreter> | null = null;

  constructor(
    private readonly config: Config,
    private readonly sandbox: Sandbox,
    private readonly egress: Egress,
  ) {}

  /** Starts one. What it then writes goes to `onLine` and `onStderr`; `hide` takes secrets out of what is shown of it. Rejects if it cannot be started at all. */
  async start(
    program: Program,
    to: Pick<ProgramOptions, 'onLine' | 'hide'> & { onStderr: (text: string) => void },
  ): Promise<ProgramProcess> {
    this.interpreter ??= findInterpreter(this.config);
    const python = await this.interpreter;
    const { sandbox, egress } = this;
    const spec = programGuest(python, guestDir('programs'), program, egress.socketFolder);
    // Without a sandbox it has the network of the machine anyway.
    const network =
      program.hosts.length > 0 && sandbox.contained
        ? egress.open({ policy: 'restricted', hosts: program.hosts })
        : null;
    try {
      const guest = spawnGuest(sandbox.wrap(spec), { onStderr: to.onStderr });
      const { memoryMb } = program;
      const started = new ProgramProcess({ ...to, guest, network, memoryMb });
      const plan = Buffer.from(
        JSON.stringify({
          command: program.command,
          args: program.args,
          environment: {
            PATH: '/usr/local/bin:/usr/bin:/bin',
            LANG: 'C.UTF-8',
            HOME: '/',
            ...program.environment,
          },
          processes: processLimit(sandbox),
          network: network?.access ?? null,
        }),
      );
      guest.channel.write(String(plan.length).padStart(LENGTH_DIGITS, '0'));
      guest.channel.write(plan);
      return started;
    } catch (error) {
      network?.close();
      throw error;
    }
  }
}
