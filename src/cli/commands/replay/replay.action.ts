import { relative, resolve } from 'node:path';
import { printJson } from '../../toolkit/print-json.js';
import { readSecrets } from '../../toolkit/inputs.js';
import { readPulled } from './pulled-task.js';
import { replayTask } from './replay-task.js';
import { reportReplay } from './report-replay.js';

export interface ReplayFlags {
  secret: readonly string[];
  secrets?: string;
  network?: boolean;
  json?: boolean;
}

/** Runs `metarun replay`: replays a pulled task with the current script. */
export async function runReplay(folder: string, flags: ReplayFlags): Promise<void> {
  const { network = false, json = false } = flags;
  const pulled = await readPulled(resolve(folder));
  const secrets = await readSecrets(flags.secret, flags.secrets);
  const options = { secrets, network, quiet: json };
  // Calling the command counts as permission to run.
  const mayRun = async (): Promise<boolean> => true;
  const replayed = await replayTask(resolve(folder), pulled, { ...options, mayRun });
  if (replayed === null) return;
  if (json) {
    if (replayed.differences.length > 0) process.exitCode = 1;
    return printJson({ folder: relative('', resolve(folder)) || '.', replay: replayed });
  }
  reportReplay(pulled, replayed, options);
}
