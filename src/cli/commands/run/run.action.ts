import { setTimeout as delay } from 'node:timers/promises';
import { likelyLanguage } from '../../../tooling/authoring/likely-languages.js';
import { readLocalConfig } from '../../../tooling/local/local-config.js';
import { startRuntimes, startSchemas } from '../../../tooling/local/local-runtimes.js';
import { reportWait } from '../../toolkit/report-wait.js';
import type { RunOptions } from './run-task.js';

/** Longest wait for processes to be started (ms): it is a few where the sandbox is known to work, and many where it is tried. */
const STARTED_MS = 30;

/**
 * `metarun run`. What the script runs in starts first, while the rest is loaded and read: each takes about as long as the
 * other. To load holds this thread, so that it waits until these processes are there.
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
