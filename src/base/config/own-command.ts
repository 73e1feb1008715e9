import { readClientEnvironment } from './client-environment.js';

/** Returns a command of metarun as the author can type it: with `npx`, if this process was started by it. `rest`: what follows the name. */
export function ownCommand(rest: string): string {
  return `${readClientEnvironment().throughNpx ? 'npx ' : ''}metarun ${rest}`;
}
