import { Pause } from '../../../server/installation/pause.js';
import { readServerConfig } from '../../../server/core/config.js';
import { withDatabase } from '../../toolkit/open-database.js';
import { printJson } from '../../toolkit/print-json.js';
import { stdout } from '../../toolkit/output.js';

/** Runs `metarun resume`: ends the pause, whether or not servers are running. */
export async function runResume({ json = false }: { json?: boolean } = {}): Promise<void> {
  const resumed = await withDatabase(readServerConfig(), (database) => new Pause(database).end());
  if (json) return printJson({ was_paused: resumed });
  stdout.write(
    resumed
      ? 'Resumed: tasks, schedules and webhooks go on, of a running server within a second.\n'
      : 'The installation was not paused.\n',
  );
}
