import { readClientEnvironment } from './client-environment.js';

/**
 * Returns a metarun command as the author can type it: with `npx` if npx started this process. `rest`: the text after
 * the name.
 */
export function ownCommand(rest: string): string {
  return `${readClientEnvironment().throughNpx ? 'npx ' : ''}metarun ${rest}`;
}
