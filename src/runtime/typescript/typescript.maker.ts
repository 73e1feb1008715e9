import { totalmem } from 'node:os';
import { guestDir } from '../../config/paths.js';
import type { RuntimeMaker, RuntimeOptions } from '../runtime-maker.js';
import { runnerTrial } from './guests.js';
import { TypeScriptRuntime, type TypeScriptRuntimeOptions } from './typescript.runtime.js';

/** Runners that wait for a project they have not served yet. */
const WARM_RUNNERS = 2;
/** What an idle runner holds at most, in bytes; 17 to 19 MiB were measured. */
const RUNNER_BYTES = 32 * 1024 * 1024;
/** The share of the machine's memory that idle runners may hold together. */
const RUNNERS_SHARE = 1 / 8;

export const TYPESCRIPT_MAKER: RuntimeMaker = {
  make: (options) =>
    new TypeScriptRuntime({
      ...runnersOf(options),
      guestDir: guestDir('typescript'),
      node: process.execPath,
      sandbox: options.sandbox,
      onWarning: options.onWarning,
    }),
  trial: () => runnerTrial(process.execPath, guestDir('typescript')),
  groupTrial: null,
};

type Runners = Pick<
  TypeScriptRuntimeOptions,
  'maxRunners' | 'warmRunners' | 'refills' | 'oneOwner'
>;

/** A command has one runner that waits beside those at work. */
function runnersOf({ config, maxRuns, oneOwner }: RuntimeOptions): Runners {
  return oneOwner
    ? { maxRunners: maxRuns + 1, warmRunners: 1, refills: false, oneOwner }
    : {
        maxRunners: Math.max(maxRuns, affordableRunners()),
        warmRunners: Math.min(WARM_RUNNERS, config.concurrency),
      };
}

/** Each project that is active needs a runner of its own, and one that has to be started costs its task 0.1 s. */
function affordableRunners(): number {
  // 0, or more than there is, where no control group sets a limit.
  const memory = Math.min(process.constrainedMemory() || totalmem(), totalmem());
  return Math.floor((memory * RUNNERS_SHARE) / RUNNER_BYTES);
}
