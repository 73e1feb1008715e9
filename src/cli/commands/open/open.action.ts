import { answerOf } from '@metarun/client';
import { type ApiOptions, session } from '../../toolkit/api/session.js';
import { parseOwnLink } from '../../toolkit/api/server-names.js';
import { openLink } from '../../toolkit/browser/open-link.js';
import { CommandError } from '../../toolkit/command-error.js';
import { printJson } from '../../toolkit/print-json.js';
import { isInteractive } from '../../toolkit/terminal.js';
import { stderr, stdout } from '../../toolkit/output.js';

/** Runs `metarun open`: prints a sign-in link and, on a terminal, opens it in the browser. */
export async function open(options: ApiOptions & { print?: boolean }): Promise<void> {
  const { api, client } = await session(options);
  const { url: given, expires_at } = answerOf(await api.POST('/auth/login-codes', {}));
  if (given === null)
    throw new CommandError('This server has no dashboard.', {
      code: 'no_dashboard',
      fix: 'Its operator decides: METARUN_DASHBOARD is off there, or the server was built without one.',
    });
  const url = parseOwnLink(given, client.url);
  if (options.json === true) return printJson({ url, expires_at });
  stdout.write(`${url}\n`);
  if (options.print === true || !isInteractive()) return;
  if ((await openLink(url)) === false)
    stderr.write('No browser could be opened: open the link yourself.\n');
}
