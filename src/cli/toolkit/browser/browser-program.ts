import { readClientEnvironment } from '../../../base/config/client-environment.js';

/** Returns the program that opens a file in the user's browser; null where there is no screen. */
export function browserProgram(platform: NodeJS.Platform = process.platform): string | null {
  if (platform === 'darwin') return 'open';
  if (platform !== 'linux') return null;
  return readClientEnvironment().hasScreen ? 'xdg-open' : null;
}
