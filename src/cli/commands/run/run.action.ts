import { setTimeout as delay } from 'node:timers/promises';
import { likelyLanguage } from '../../../tooling/authoring/likely-languages.js';
import { readLocalConfig } from '../../../tooling/local/local-config.js';
import { startRuntimes, startSchemas } from '../../../tooling/local/local-runtimes.js';
import { reportWait } from '../../toolkit/report-wait.js';
import type { RunOptions } from './run-task.js';

/**
 * Maximum wait for processes to start (ms). This takes a few ms if the sandbox has been tested, and many during the
 * test.
 */
const STARTED_MS = 30;

/**
 * Runs `metarun run`. The script's processes start while the rest of the code is loaded, since both take about the same
 * time. Loading blocks this thread, so it begins once the processes have started.
 */
export async function run(path: string, options: RunOptions): Promise<void> {
  const language = likelyLanguage(path);
  const runtimes =
    language === null ? undefined : startRuntimes(readLocalConfig({}), [language], reportWait);
  const schemas = startSchemas();
  // The error is reported where the runtimes are awaited.
  const started = runtimes?.catch(() => undefined);
  if (started !== undefined) await Promise.race([started, delay(STARTED_MS, null, { ref: false })]);
  const { runTask } = await import('./run-task.js');
  await runTask(path, options, { runtimes, schemas });
}
