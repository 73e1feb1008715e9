import { join } from 'node:path';
import { guestDir } from '../../base/config/paths.js';
import type { ScriptLanguage } from '../../base/languages/index.js';
import type { RunLimits } from '../runtime/protocol.js';
import { EGRESS_DIR } from '../runtime/sandbox/guest-spec.js';
import type { ContainerSpec } from './container-spec.js';

const MIB = 1024 * 1024;
/** Path of the guest's code in a container. */
const GUEST_DIR = '/metarun';
/** Path of the guest's compiled code in a container. */
const COMPILED_DIR = '/metarun-compiled';
/** Workspace folder, which the Python guest fills. */
const WORKSPACE = '/workspace';
/**
 * Margin above the memory limit within which the excess is detected, so that the run ends with a message and is not
 * killed by the kernel.
 */
const MARGIN_BYTES = 64 * MIB;
/**
 * Limits on a run's processes and threads, as in runtimes/python/metarun_guest/confine.py, and the number added for the
 * guest itself.
 */
const MIN_PROCESSES = 32;
const MAX_PROCESSES = 128;
const GUEST_PROCESSES = 32;
/** Margin (s) above the CPU limit: the kernel's own limit covers what the host's measurement misses. */
const LATE_SECONDS = 2;
/** Moves the channel to descriptors 3 and 4, so that output of the script and its programs cannot get into it. */
const ON_OTHER_DESCRIPTORS = 'exec "$0" "$@" 3<&0 4>&1 </dev/null >&2';

/** The guest of a language in a container. */
interface ContainerProgram {
  /** Returns the command. `compiled` is the path of the compiled code in the container, if there is any. */
  command: (limits: RunLimits, compiled: string | null) => ContainerSpec['command'];
  /**
   * Command that prints the compiled code of the guest's imports, as compiled.py does; null for a language without
   * compiled code.
   */
  compile: ContainerSpec['command'] | null;
  mounts: () => NonNullable<ContainerSpec['mounts']>;
  folders: readonly string[];
  /** Memory that the guest needs before it has a run. */
  idleBytes: number;
  /** Memory that the guest may need in addition to the run's limit. */
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
      // By default, Node limits its heap to a quarter of the container's memory.
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
    // Equal to that of a runner.
    spareBytes: 128 * MIB,
  },
};

/** Host folders that are mounted in a container. */
export interface ContainerFolders {
  /** Folder with the socket to the network. */
  egress: string | undefined;
  /** Folder with the guest's compiled code. */
  compiled: string | null;
}

/** Returns the container for a run of a script, without its name. */
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
