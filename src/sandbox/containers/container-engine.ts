import { newId } from '../../base/kernel/ids.js';
import { isJsonObject } from '../../base/kernel/json.js';
import { quoted } from '../../base/kernel/quoted.js';
import type { GuestCommand } from '../runtime/sandbox/sandbox.js';
import type { ContainerResult, ContainerSpec, ImageInfo } from './container-spec.js';
import {
  type CommandOptions,
  type CommandResult,
  engineCommand,
  engineFailure,
  isOfEngine,
} from './engine-command.js';
import { EngineError } from './engine-error.js';
import { type EngineName, type EngineReport, parsed, readEngineInfo } from './engine-report.js';
import { isReference, readImage } from './image-info.js';
import { type RegistryCredentials, withLogin } from './registry-login.js';
import { hiddenInProc } from '../runtime/sandbox/hidden-in-proc.js';
import { runArgs } from './run-args.js';

/** Longest duration of a pull, in addition to the caller's signal (ms). */
const PULL_MS = 6 * 3_600_000;

export interface EngineOptions {
  /** The value of METARUN_CONTAINER_ARGS. */
  args: readonly string[];
  /** The value of METARUN_CONTAINER_RUN_ARGS. */
  runArgs: readonly string[];
  /** Environment of the engine's program. */
  env: Readonly<Record<string, string>>;
  /** Labels of all containers of this server. */
  labels: Readonly<Record<string, string>>;
  /** File with the system call filter; null for the engine's own filter. */
  seccomp: string | null;
}

export interface PullOptions {
  /** Platform such as `linux/arm64`; the machine's by default. */
  platform?: string | undefined;
  /** Credentials for the registry of the reference. */
  credentials?: RegistryCredentials | undefined;
  /** Ends the pull and sets its time limit. */
  signal: AbortSignal;
}

type Limits = Pick<CommandOptions, 'timeoutMs' | 'signal' | 'maxBytes'>;

/** Returns a unique name for a container. */
export function containerName(): string {
  return `mr-${newId()}`;
}

/**
 * The engine that runs containers, used through its command line: podman, docker and nerdctl agree on everything used
 * here. Each method runs one command of the engine, with arguments that no shell reads, and rejects with an {@link
 * EngineError} if the command fails.
 * For images: {@link pull} one by a reference, or {@link inspectImage} one that exists, and keep its `digest` and
 * `pinned`; {@link runOnce} runs a command on it to its end, with the flags of a run, as a probe does; {@link
 * removeImage} removes it.
 * For runs: {@link runCommand} returns the command of a container; {@link list}, {@link kill} and {@link remove} clean
 * up.
 */
export class ContainerEngine {
  /**
   * Names of the containers that this process waits for. A container that is neither in this set nor owned by another
   * server is an orphan.
   */
  readonly live = new Set<string>();

  private constructor(
    /** The report that /health/ready shows. */
    readonly about: EngineReport,
    private readonly options: EngineOptions,
  ) {}

  /**
   * Returns the engine of this name if it works here. Rejects with an EngineError that gives the reason if it does not.
   */
  static async open(engine: EngineName, options: EngineOptions): Promise<ContainerEngine> {
    const result = await engineCommand(engine, ['info', '--format', '{{json .}}'], {
      before: options.args,
      env: options.env,
    });
    const facts = result.code === 0 ? readEngineInfo(engine, result.stdout) : null;
    if (facts === null)
      throw new EngineError('not_running', `${engine}: ${engineFailure(result).message}`);
    if (facts.remote)
      throw new EngineError(
        'not_running',
        `${engine} runs containers on another machine, where they find no files of this one.`,
      );
    const { version, rootless } = facts;
    const level = rootless && options.seccomp !== null ? 3 : 2;
    return new ContainerEngine({ engine, version, rootless, level }, options);
  }

  /** Pulls an image even if a local copy exists, and returns the image that the reference now resolves to. */
  async pull(reference: string, options: PullOptions): Promise<ImageInfo> {
    const { platform, credentials, signal } = options;
    const wanted = platform === undefined ? [] : ['--platform', platform];
    const args = ['pull', '--quiet', ...wanted, '--', checked(reference)];
    const fetch = (env: Readonly<Record<string, string>>): Promise<string> =>
      this.demand(args, { timeoutMs: PULL_MS, signal }, env);
    await (credentials === undefined ? fetch({}) : withLogin(reference, credentials, fetch));
    const image = await this.inspectImage(reference);
    if (image === null)
      throw new EngineError('no_image', `${reference} is not there after it was pulled.`);
    return image;
  }

  /**
   * Returns the image that a reference, a `pinned` or an id resolves to on this machine; null if there is no such
   * image.
   */
  async inspectImage(reference: string): Promise<ImageInfo | null> {
    const result = await this.run(['image', 'inspect', '--', checked(reference)]);
    if (result.code === 0) return readImage(reference, result.stdout);
    const failure = engineFailure(result);
    if (failure.problem === 'no_image') return null;
    throw failure;
  }

  /**
   * Removes an image by its id or `pinned`. Has no effect if it does not exist. Rejects with `failed` while the image
   * has a container, and if it is given by its id but has several names.
   */
  async removeImage(reference: string): Promise<void> {
    const result = await this.run(['image', 'rm', '--', checked(reference)]);
    if (result.code === 0) return;
    const failure = engineFailure(result);
    if (failure.problem !== 'no_image') throw failure;
  }

  /**
   * Runs a container without input to its end, and returns its exit code and output. Rejects with `no_image` if the
   * image is gone, with `timed_out` once the container has been killed after `timeoutMs`, and with `failed` if it could
   * not be started, for example because the image lacks the program.
   */
  async runOnce(spec: ContainerSpec, limits: Limits): Promise<ContainerResult> {
    let result: CommandResult;
    this.live.add(spec.name);
    try {
      result = await this.run(runArgs(spec, this.runOptions()), limits);
    } catch (error) {
      // Only the engine's program has ended; the container may still run.
      await this.kill(spec.name).catch(() => undefined);
      throw error;
    } finally {
      this.live.delete(spec.name);
    }
    if (isOfEngine(result)) throw engineFailure(result);
    return result;
  }

  /**
   * Returns the command that runs a container for a guest. Its exit code is the container's; 125 is the engine's own.
   */
  runCommand(spec: ContainerSpec): GuestCommand {
    return {
      command: this.about.engine,
      args: [...this.options.args, ...runArgs(spec, this.runOptions())],
      env: this.options.env,
      overStdio: true,
    };
  }

  /** Returns the host's process id of the first process of a running container; null if it has ended. */
  async firstProcess(name: string): Promise<number | null> {
    const { stdout } = await this.run([
      'container',
      'inspect',
      '--format',
      '{{.State.Pid}}',
      '--',
      checked(name),
    ]);
    const pid = Number(stdout.trim());
    return Number.isInteger(pid) && pid > 1 ? pid : null;
  }

  /** Kills all processes of a container. Has no effect if it has ended. */
  async kill(name: string): Promise<void> {
    await this.run(['kill', '--signal', 'KILL', '--', checked(name)]);
  }

  /** Kills and removes a container. Has no effect if it does not exist. */
  async remove(name: string): Promise<void> {
    await this.run(['rm', '--force', '--volumes', '--', checked(name)]);
  }

  /** Returns the names of all containers with a label such as `metarun.server`, running or not. */
  async list(label: string): Promise<string[]> {
    const args = ['ps', '--all', '--no-trunc', '--filter', `label=${label}`];
    const text = await this.demand([...args, '--format', '{{.Names}}']);
    return text.split('\n').filter((name) => name !== '');
  }

  /** Returns the labels of a container; null if it has ended. */
  async readLabels(name: string): Promise<Readonly<Record<string, string>> | null> {
    const { code, stdout } = await this.run([
      'container',
      'inspect',
      '--format',
      '{{json .Config.Labels}}',
      '--',
      checked(name),
    ]);
    const labels = code === 0 ? parsed(stdout) : null;
    if (!isJsonObject(labels)) return null;
    const texts = Object.entries(labels).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value] as const] : [],
    );
    return Object.fromEntries(texts);
  }

  private runOptions(): Parameters<typeof runArgs>[1] {
    const { runArgs: extra, labels, seccomp } = this.options;
    const hidden = hiddenInProc().map(({ path }) => path);
    return { engine: this.about.engine, extra, labels, seccomp, hidden };
  }

  /** Rejects with the engine's message if the command fails. */
  private async demand(
    args: readonly string[],
    limits?: Limits,
    env?: Readonly<Record<string, string>>,
  ): Promise<string> {
    const result = await this.run(args, limits, env);
    if (result.code !== 0) throw engineFailure(result);
    return result.stdout;
  }

  private run(
    args: readonly string[],
    limits: Limits = {},
    more: Readonly<Record<string, string>> = {},
  ): Promise<CommandResult> {
    const env = { ...this.options.env, ...more };
    return engineCommand(this.about.engine, args, { ...limits, before: this.options.args, env });
  }
}

function checked(reference: string): string {
  if (isReference(reference)) return reference;
  throw new EngineError('failed', `${quoted(reference)} cannot be the name of an image.`);
}
