/** A container to start: one command on one image, without a network. */
export interface ContainerSpec {
  /** The image's {@link ImageInfo.pinned}, never a tag. */
  image: string;
  /** Name that is unique on the machine: {@link containerName}. */
  name: string;
  /** Labels in addition to those that name the owning server. */
  labels?: Readonly<Record<string, string>>;
  /** The program, looked up on the image's PATH, and its arguments. The image's own entry point is not used. */
  command: readonly [program: string, ...args: string[]];
  /** Host folders that the container may read. */
  mounts?: readonly { host: string; container: string }[];
  /** Writable folders in addition to /tmp; they are initially empty and kept in memory. */
  folders?: readonly string[];
  limits: ContainerLimits;
  /** File to which the engine writes the host's id of the container's first process, if the engine supports it. */
  pidFile?: string;
}

/** Limits that the kernel enforces. All but `cpuSeconds` apply to the container's processes together. */
export interface ContainerLimits {
  /** Memory, including what is written to the folders. There is no swap. */
  memoryBytes: number;
  /** Number of processes and threads. */
  processes: number;
  /** CPU time of each process (s); 0 for no limit. */
  cpuSeconds: number;
}

const MIB = 1024 * 1024;
/** CPU time of each process in a container that inspects an image (s). */
const QUESTION_CPU_SECONDS = 20;
/** Limits of a container that inspects an image. */
export const QUESTION_LIMITS: ContainerLimits = {
  memoryBytes: 256 * MIB,
  processes: 64,
  cpuSeconds: QUESTION_CPU_SECONDS,
};
/** Time limit for a program that inspects an image, in addition to its CPU time (ms). */
export const QUESTION_MS = 5 * 60_000;

/** An image that the engine has on this machine. */
export interface ImageInfo {
  /** Digest `sha256:…` of the image's configuration. */
  id: string;
  /**
   * Digest `sha256:…` of the manifest in the registry. For an image from no registry, the engine's own digest, or its
   * id.
   */
  digest: string;
  /** Reference for {@link ContainerSpec.image} that always resolves to this exact content. */
  pinned: string;
  bytes: number;
  /** Platform such as `linux/amd64`. */
  platform: string;
}

/** The result of a container that has ended. */
export interface ContainerResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Default limit on the output of {@link ContainerEngine.runOnce}; a container that exceeds it is killed. */
export const MAX_OUTPUT_BYTES = MIB;
