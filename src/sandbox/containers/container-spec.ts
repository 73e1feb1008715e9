/** A container to be started: one command on one image, without a network. */
export interface ContainerSpec {
  /** The image, by its {@link ImageInfo.pinned}, never a tag. */
  image: string;
  /** Unique on the machine: {@link containerName}. */
  name: string;
  /** Beside those that say which server it belongs to. */
  labels?: Readonly<Record<string, string>>;
  /** The program, which is looked for on the image's PATH, and its arguments. The image's own entry point is not used. */
  command: readonly [program: string, ...args: string[]];
  /** Folders of the host that it may read. */
  mounts?: readonly { host: string; container: string }[];
  /** Folders that it may write to, beside /tmp: they are empty, and of memory. */
  folders?: readonly string[];
  limits: ContainerLimits;
  /** A file that gets the id of its first process, as the host sees it; for engines that write one. */
  pidFile?: string;
}

/** Limits that the kernel holds for all processes of a container together, but for the last, which is of each. */
export interface ContainerLimits {
  /** Memory, what it writes to its folders included. There is no swap. */
  memoryBytes: number;
  /** Processes and threads. */
  processes: number;
  /** CPU time of each process, in seconds; 0 = no limit. */
  cpuSeconds: number;
}

const MIB = 1024 * 1024;
/** CPU time of each process of a container that is asked something about its image, and is no run (s). */
const QUESTION_CPU_SECONDS = 20;
/** Limits of such a container. */
export const QUESTION_LIMITS: ContainerLimits = {
  memoryBytes: 256 * MIB,
  processes: 64,
  cpuSeconds: QUESTION_CPU_SECONDS,
};
/** The time in which the program of an image has to answer, beside its CPU time (ms). */
export const QUESTION_MS = 5 * 60_000;

/** An image that the engine has on this machine. */
export interface ImageInfo {
  /** `sha256:…`, of its configuration. */
  id: string;
  /** `sha256:…`, of its manifest in the registry that it came from; of an image that came from none, what the engine has for it, else its id. */
  digest: string;
  /** The name for {@link ContainerSpec.image}: it always means this very content. */
  pinned: string;
  bytes: number;
  /** Such as `linux/amd64`. */
  platform: string;
}

/** The end of a container that was waited for. */
export interface ContainerResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Output of one container that is kept of {@link ContainerEngine.runOnce} unless its caller says otherwise; more ends it. */
export const MAX_OUTPUT_BYTES = MIB;
