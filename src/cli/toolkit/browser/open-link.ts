import { execa } from 'execa';
import { writeLinkPage } from './link-page.js';
import { readClientEnvironment } from '../../../base/config/client-environment.js';

/** Opens a link in the user's browser. Returns false if that fails, and null if there is no display. */
export async function openLink(url: string): Promise<boolean | null> {
  const program = browserProgram();
  if (program === null) return null;
  const { failed } = await execa(program, [await writeLinkPage(url)], {
    stdio: 'ignore',
    reject: false,
  });
  return !failed;
}

/** Returns the program that opens a file in the user's browser, or null if there is no display. */
function browserProgram(platform: NodeJS.Platform = process.platform): string | null {
  if (platform === 'darwin') return 'open';
  if (platform !== 'linux') return null;
  return readClientEnvironment().hasScreen ? 'xdg-open' : null;
}
