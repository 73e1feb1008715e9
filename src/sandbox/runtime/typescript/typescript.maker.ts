import { totalmem } from 'node:os';
import { guestDir } from '../../../base/config/paths.js';
import type { RuntimeMaker, RuntimeOptions } from '../runtime-maker.js';
import { runnerTrial } from './typescript-guests.js';
import { TypeScriptRuntime, type TypeScriptRuntimeOptions } from './typescript.runtime.js';

const MIB = 1024 * 1024;
/** Number of runners that wait for a new project. Another one starts when a project takes one. */
const WARM_RUNNERS = 1;
/** Memory that an idle runner holds at most, in bytes; 17 to 26 MiB were measured. */
const RUNNER_BYTES = 32 * MIB;
/** Share of the machine's memory that all idle runners may hold. */
const RUNNERS_SHARE = 1 / 8;

export const TYPESCRIPT_MAKER: RuntimeMaker = {
  make: (options) =>
    new TypeScriptRuntime({
      ...computeRunnerLimits(options),
      warmRunners: WARM_RUNNERS,
      guestDir: guestDir('typescript'),
      node: process.execPath,
      sandbox: options.sandbox,
      problem: options.problems.get('typescript'),
      egressDir: options.egressDir,
      maxRuns: options.maxRuns,
      packages: {
        ...options.packages,
        // Not inside Python's folder, since each language sweeps its own.
        folder: `${options.packages.folder}-node`,
        registry: options.config.npmRegistryUrl,
        timeoutMs: options.config.dependencyTimeoutSeconds * 1000,
        maxBytes: options.config.environmentsMb * MIB,
      },
      allowsNode:
        options.sandbox.contained || options.oneOwner || options.config.sandbox === 'none',
      onWarning: options.onWarning,
    }),
  needsPython: false,
  trial: () => runnerTrial(process.execPath, guestDir('typescript')),
  groupTrial: null,
};

type Runners = Pick<TypeScriptRuntimeOptions, 'maxRunners' | 'refills' | 'oneOwner'>;

/** Returns the limits on runners. A command has one waiting runner beside the busy ones, and starts no others ahead. */
function computeRunnerLimits({ maxRuns, oneOwner }: RuntimeOptions): Runners {
  return oneOwner
    ? { maxRunners: maxRuns + 1, refills: false, oneOwner }
    : { maxRunners: Math.max(maxRuns, affordableRunners()) };
}

/**
 * Returns how many runners the memory allows. Each active project needs its own runner, and starting one costs its task
 * 0.1 s.
 */
function affordableRunners(): number {
  // The constraint is 0, or more than the machine has, if no control group sets a limit.
  const memory = Math.min(process.constrainedMemory() || totalmem(), totalmem());
  return Math.floor((memory * RUNNERS_SHARE) / RUNNER_BYTES);
}
