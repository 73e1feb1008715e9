import type { ContainerSpec } from './container-spec.js';
import type { EngineName } from './engine-report.js';

/** The user and group that no file belongs to. */
const NOBODY = '65534:65534';
/**
 * Processes that the user may have in all its containers together: `--pids-limit` holds each of them. Engines set a higher one
 * themselves, which a server without the right to raise limits may not.
 */
const ALL_PROCESSES = 4_096;
const OPEN_FILES = 1_024;
/** Its weight where processors are short, beside the 1,024 of the server. */
const CPU_SHARES = 256;
/** Options that are the default elsewhere, or that only these engines have. */
const MORE: Readonly<Record<EngineName, readonly string[]>> = {
  // Without them it has writable folders beside /tmp, passes the host's proxy on, and makes volumes that the image asks for.
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
  /** METARUN_CONTAINER_RUN_ARGS. */
  extra: readonly string[];
  /** Labels of the server, for each container. */
  labels: Readonly<Record<string, string>>;
  /** The file with the filter on system calls. */
  seccomp: string | null;
  /** Paths in /proc that no guest sees; engines other than podman hide a list of their own. */
  hidden: readonly string[];
}

/**
 * Returns the arguments that start a container in the foreground, with its input and output, and remove it at its end: no
 * network, no capabilities, no way to get any, nothing to write to but a /tmp of memory, and the user that owns nothing.
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
