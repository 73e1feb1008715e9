import { join } from 'node:path';
import { guestDir } from '../../base/config/paths.js';
import type { ScriptLanguage } from '../../base/languages/index.js';
import type { RunLimits } from '../runtime/protocol.js';
import { EGRESS_DIR } from '../runtime/sandbox/guest-spec.js';
import type { ContainerSpec } from './container-spec.js';

const MIB = 1024 * 1024;
/** Where a container sees the guest's code. */
const GUEST_DIR = '/metarun';
/** Where it sees compiled code of the guest. */
const COMPILED_DIR = '/metarun-compiled';
/** The folder of the workspace, which Python fills. */
const WORKSPACE = '/workspace';
/** By how much a run may pass its limit before that is seen, so that it is ended with a message and not by the kernel. */
const MARGIN_BYTES = 64 * MIB;
/** Processes and threads of a run, as in runtimes/python/metarun_guest/confine.py; then those that the guest itself may have. */
const MIN_PROCESSES = 32;
const MAX_PROCESSES = 128;
const GUEST_PROCESSES = 32;
/** The limit of the kernel on CPU time is for what the count of the host misses (s). */
const LATE_SECONDS = 2;
/** Descriptors 3 and 4 are the channel, so that nothing that the script or its programs print can be in it. */
const ON_OTHER_DESCRIPTORS = 'exec "$0" "$@" 3<&0 4>&1 </dev/null >&2';

/** The guest of a language in a container. */
interface ContainerProgram {
  /** `compiled`: where the container finds compiled code, if there is any. */
  command: (limits: RunLimits, compiled: string | null) => ContainerSpec['command'];
  /** Prints the compiled code of what the guest imports, as compiled.py does; null for a language that keeps none. */
  compile: ContainerSpec['command'] | null;
  mounts: () => NonNullable<ContainerSpec['mounts']>;
  folders: readonly string[];
  /** Memory that the guest needs before it has a run. */
  idleBytes: number;
  /** Memory that it may need beside a run within its limit. */
  spareBytes: number;
}

export const CONTAINER_PROGRAMS: Readonly<Record<ScriptLanguage, ContainerProgram>> = {
  python: {
    command: (_, compiled) => [
      'python3',
      '-I',
      '-B',
      ...(compiled === null ? [] : ['-X', `pycache_prefix=${compiled}`]),
      `${GUEST_DIR}/container.py`,
    ],
    compile: ['python3', '-I', '-X', 'pycache_prefix=/tmp/code', `${GUEST_DIR}/compiled.py`],
    mounts: () => [{ host: guestDir('python'), container: GUEST_DIR }],
    folders: [WORKSPACE],
    idleBytes: 40 * MIB,
    spareBytes: 0,
  },
  typescript: {
    command: ({ memory_bytes }) => [
      'sh',
      '-c',
      ON_OTHER_DESCRIPTORS,
      'node',
      // By itself Node would take a quarter of the container's memory for the most that it may have.
      `--max-old-space-size=${Math.ceil(memory_bytes / MIB) + 16}`,
      `${GUEST_DIR}/node-runner.mjs`,
      '--two-descriptors',
    ],
    compile: null,
    mounts: () => [
      {
        host: join(guestDir('typescript'), 'node-runner.mjs'),
        container: `${GUEST_DIR}/node-runner.mjs`,
      },
    ],
    folders: [],
    idleBytes: 64 * MIB,
    // As that of a runner.
    spareBytes: 128 * MIB,
  },
};

/** Folders of the host for a container. */
export interface ContainerFolders {
  /** The way to the network. */
  egress: string | undefined;
  /** Compiled code of the guest. */
  compiled: string | null;
}

/** Returns the container for a run of a script, but for its name. */
export function scriptContainer(
  language: ScriptLanguage,
  image: string,
  limits: RunLimits,
  { egress, compiled }: ContainerFolders,
): Omit<ContainerSpec, 'name'> {
  const { command, mounts, folders, idleBytes, spareBytes } = CONTAINER_PROGRAMS[language];
  const own = Math.floor(limits.memory_bytes / MIB);
  return {
    image,
    command: command(limits, compiled === null ? null : COMPILED_DIR),
    mounts: [
      ...mounts(),
      ...(egress === undefined ? [] : [{ host: egress, container: EGRESS_DIR }]),
      ...(compiled === null ? [] : [{ host: compiled, container: COMPILED_DIR }]),
    ],
    folders,
    limits: {
      memoryBytes: limits.memory_bytes + idleBytes + spareBytes + MARGIN_BYTES,
      processes: Math.min(Math.max(own, MIN_PROCESSES), MAX_PROCESSES) + GUEST_PROCESSES,
      cpuSeconds: limits.cpu_ms === 0 ? 0 : Math.ceil(limits.cpu_ms / 1_000) + LATE_SECONDS,
    },
  };
}
