import { readClientEnvironment } from '../../base/config/client-environment.js';

/** Returns how the user types `metarun`, for commands that are suggested as the next: with npx where it was started so. */
export function typedCommand(): string {
  return readClientEnvironment().throughNpx ? 'npx metarun' : 'metarun';
}
