import type { ContainerSpec } from './container-spec.js';
import type { EngineName } from './engine-report.js';

/** User and group that own no files. */
const NOBODY = '65534:65534';
/**
 * Limit on the processes of this user in all its containers together; `--pids-limit` restricts each container. Engines
 * set a higher limit by default, which a server that may not raise limits cannot do.
 */
const ALL_PROCESSES = 4_096;
const OPEN_FILES = 1_024;
/** CPU weight under contention; the server has 1,024. */
const CPU_SHARES = 256;
/** Options that set the defaults of the other engines, or that only this engine has. */
const MORE: Readonly<Record<EngineName, readonly string[]>> = {
  // Without these options, podman adds writable folders next to /tmp, passes on the host's proxy, and creates the
  // image's volumes.
  podman: [
    '--read-only-tmpfs=false',
    '--http-proxy=false',
    '--image-volume',
    'ignore',
    '--no-healthcheck',
  ],
  docker: ['--no-healthcheck'],
  nerdctl: [],
};
/** Engines that write the id of a container's first process to a file. */
const WITH_PID_FILE: readonly EngineName[] = ['podman', 'nerdctl'];

export interface RunOptions {
  engine: EngineName;
  /** The value of METARUN_CONTAINER_RUN_ARGS. */
  extra: readonly string[];
  /** The server's labels for each container. */
  labels: Readonly<Record<string, string>>;
  /** File with the system call filter. */
  seccomp: string | null;
  /** Paths in /proc that are hidden from guests; engines other than podman hide their own list. */
  hidden: readonly string[];
}

/**
 * Returns the arguments that run a container in the foreground, attached to its input and output, and remove it at its
 * end: no network, no capabilities and no means to gain any, no writable folders but those in memory, and a user that
 * owns no files.
 */
export function runArgs(spec: ContainerSpec, options: RunOptions): string[] {
  const { engine, extra, seccomp, hidden } = options;
  const { memoryBytes, processes, cpuSeconds } = spec.limits;
  const [program, ...args] = spec.command;
  const labels = Object.entries({ ...options.labels, ...spec.labels });
  const mounts = (spec.mounts ?? []).flatMap(({ host, container }) => [
    '--volume',
    `${host}:${container}:ro`,
  ]);
  const pidFile = spec.pidFile !== undefined && WITH_PID_FILE.includes(engine);
  return [
    'run',
    '--interactive',
    '--rm',
    '--pull',
    'never',
    '--name',
    spec.name,
    ...labels.flatMap(([name, value]) => ['--label', `${name}=${value}`]),
    '--network',
    'none',
    '--hostname',
    'metarun',
    '--workdir',
    '/',
    '--read-only',
    ...['/tmp', ...(spec.folders ?? [])].flatMap((path) => [
      '--tmpfs',
      `${path}:rw,nosuid,nodev,mode=1777,size=${memoryBytes}`,
    ]),
    '--user',
    NOBODY,
    '--cap-drop',
    'all',
    '--security-opt',
    'no-new-privileges',
    ...(seccomp === null ? [] : ['--security-opt', `seccomp=${seccomp}`]),
    '--cgroupns',
    'private',
    '--ipc',
    'private',
    '--memory',
    String(memoryBytes),
    '--memory-swap',
    String(memoryBytes),
    '--pids-limit',
    String(processes),
    '--cpu-shares',
    String(CPU_SHARES),
    '--ulimit',
    `nofile=${OPEN_FILES}:${OPEN_FILES}`,
    '--ulimit',
    'core=0:0',
    '--ulimit',
    `nproc=${ALL_PROCESSES}:${ALL_PROCESSES}`,
    ...(cpuSeconds === 0 ? [] : ['--ulimit', `cpu=${cpuSeconds}:${cpuSeconds}`]),
    '--log-driver',
    'none',
    ...MORE[engine],
    ...(engine === 'podman' && hidden.length > 0
      ? ['--security-opt', `mask=${hidden.join(':')}`]
      : []),
    ...(pidFile ? ['--pidfile', spec.pidFile ?? ''] : []),
    ...mounts,
    ...extra,
    '--entrypoint',
    program,
    '--',
    spec.image,
    ...args,
  ];
}
