import { likelyLanguage } from '../../../tooling/authoring/likely-languages.js';
import { loadLocal } from '../../toolkit/load-local.js';
import type * as Action from './run.action.js';
import type { RunOptions } from './run-task.js';

/** It is loaded once, however often this process runs the command. */
let bundle: typeof Action | undefined;

/** `metarun run` out of its own bundle: it stands in for run.action.ts where that is bundled, see scripts/build-server.mjs. */
export function run(path: string, options: RunOptions): Promise<void> {
  const use = `run-${likelyLanguage(path) ?? 'either'}`;
  bundle ??= loadLocal('run', use) as typeof Action;
  return bundle.run(path, options);
}
