import { execa } from 'execa';
import { browserProgram } from './browser-program.js';
import { writeLinkPage } from './link-page.js';

/** Opens a link in the user's browser. Returns false where that fails; null where there is no screen. */
export async function openLink(url: string): Promise<boolean | null> {
  const program = browserProgram();
  if (program === null) return null;
  const { failed } = await execa(program, [await writeLinkPage(url)], {
    stdio: 'ignore',
    reject: false,
  });
  return !failed;
}
