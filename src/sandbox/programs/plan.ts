import { existsSync, realpathSync } from 'node:fs';
import type { GuestProcess } from '../runtime/sandbox/spawn-guest.js';
import type { Program } from './program.js';

const LENGTH_DIGITS = 8;

interface Plan extends Pick<Program, 'command' | 'args' | 'environment'> {
  /** Process limit from `processLimit`. */
  processes: number | null;
  network: { access: { socket: string; token: string } } | null;
}

/** Tells a guest of `programGuest` which program to become: see runtimes/programs/start.py. */
export function sendPlan(
  { channel }: GuestProcess,
  { command, args, environment, processes, network }: Plan,
): void {
  const plan = Buffer.from(
    JSON.stringify({
      command,
      file: resolveCommand(command),
      args,
      environment: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        LANG: 'C.UTF-8',
        HOME: '/',
        ...environment,
      },
      processes,
      network: network?.access ?? null,
    }),
  );
  channel.write(String(plan.length).padStart(LENGTH_DIGITS, '0'));
  channel.write(plan);
}

/** Resolves the links of a command: programs such as Java look for their files next to the real one. */
export function resolveCommand(command: string): string {
  return existsSync(command) ? realpathSync(command) : command;
}
