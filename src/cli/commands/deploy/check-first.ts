import { identifiersAround } from '../../../tooling/authoring/identifiers-around.js';
import { Checker } from '../../../tooling/authoring/checker.js';
import type { MetaTaskFolder } from '../../../tooling/authoring/meta-task-folder.js';
import { readServerConfig } from '../../../server/core/config.js';
import { CommandError } from '../../toolkit/command-error.js';
import { placed } from '../../toolkit/report-error.js';
import { stderr } from '../../toolkit/output.js';

/** Checks meta-tasks as `metarun check` does. Warnings go to standard error; errors are thrown, all at once. */
export async function checkFirst(metaTasks: readonly MetaTaskFolder[]): Promise<void> {
  const checker = new Checker(readServerConfig());
  try {
    checker.warm(metaTasks.flatMap(({ language }) => language ?? []));
    const reports = await Promise.all(
      metaTasks.map(async (metaTask) => {
        const around = await identifiersAround(metaTask.folder);
        const identifiers = [...metaTasks.map(({ identifier }) => identifier), ...around];
        return checker.checkOpened(metaTask, { identifiers });
      }),
    );
    const diagnostics = reports.flatMap((report) => report.diagnostics);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    if (errors.length > 0)
      throw new CommandError('The check finds errors, and nothing was deployed.', {
        code: 'check_failed',
        fix: 'Mend them; --no-check leaves them to the server to judge.',
        docs: 'deploy.md#the-check',
        diagnostics: errors,
      });
    for (const diagnostic of diagnostics) stderr.write(`warning: ${placed(diagnostic)}\n`);
  } finally {
    await checker.close();
  }
}
