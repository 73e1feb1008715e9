import { answerOf } from '@metarun/client';
import { execa } from 'execa';
import { type ApiOptions, session } from '../../toolkit/api/session.js';
import { CommandError } from '../../toolkit/command-error.js';
import { printJson } from '../../toolkit/print-json.js';
import { isInteractive } from '../../toolkit/terminal.js';
import { browserProgram } from './browser-program.js';
import { writeLinkPage } from './link-page.js';

/** `metarun open`: prints a link that signs in, and opens it in the browser of a user at a terminal. */
export async function open(options: ApiOptions & { print?: boolean }): Promise<void> {
  const { api } = await session(options);
  const { url, expires_at } = answerOf(await api.POST('/auth/login-codes', {}));
  if (url === null)
    throw new CommandError('This server has no dashboard.', {
      code: 'no_dashboard',
      fix: 'Its operator decides: METARUN_DASHBOARD is off there, or the server was built without one.',
    });
  if (options.json === true) return printJson({ url, expires_at });
  process.stdout.write(`${url}\n`);
  const program = options.print === true || !isInteractive() ? null : browserProgram();
  if (program === null) return;
  const { failed } = await execa(program, [await writeLinkPage(url)], {
    stdio: 'ignore',
    reject: false,
  });
  if (failed) process.stderr.write('No browser could be opened: open the link yourself.\n');
}
