import { guestDir } from '../../../base/config/paths.js';
import type { RuntimeMaker } from '../runtime-maker.js';
import { forkServerTrial } from './python-guests.js';
import { PythonRuntime } from './python.runtime.js';

const MIB = 1024 * 1024;

export const PYTHON_MAKER: RuntimeMaker = {
  make: ({ config, interpreter, sandbox, problems, egressDir, maxRuns, oneOwner, ...more }) =>
    new PythonRuntime({
      python: interpreter,
      problem: problems.get('python'),
      guestDir: guestDir('python'),
      maxRuns,
      sandbox,
      packages: {
        ...more.packages,
        index: config.pythonIndexUrl,
        uv: config.uv,
        timeoutMs: config.dependencyTimeoutSeconds * 1000,
        maxBytes: config.environmentsMb * MIB,
      },
      egressDir,
      waits: oneOwner,
      onWarning: more.onWarning,
    }),
  needsPython: true,
  trial: (interpreter, sandbox) => forkServerTrial(interpreter, guestDir('python'), sandbox),
  groupTrial: (interpreter, sandbox, group) =>
    forkServerTrial(interpreter, guestDir('python'), sandbox, group),
};
