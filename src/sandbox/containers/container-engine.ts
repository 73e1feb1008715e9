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

/** Longest pull, beside what the caller's signal says (ms). */
const PULL_MS = 6 * 3_600_000;

export interface EngineOptions {
  /** METARUN_CONTAINER_ARGS. */
  args: readonly string[];
  /** METARUN_CONTAINER_RUN_ARGS. */
  runArgs: readonly string[];
  /** The environment of the engine's program. */
  env: Readonly<Record<string, string>>;
  /** Labels of all containers of this server. */
  labels: Readonly<Record<string, string>>;
  /** The file with the filter on system calls; null for the engine's own. */
  seccomp: string | null;
}

export interface PullOptions {
  /** Such as `linux/arm64`; by default the machine's. */
  platform?: string | undefined;
  /** For the registry of the reference. */
  credentials?: RegistryCredentials | undefined;
  /** Ends the pull; it also sets its time limit. */
  signal: AbortSignal;
}

type Limits = Pick<CommandOptions, 'timeoutMs' | 'signal' | 'maxBytes'>;

/** Returns a name for a container that no other has. */
export function containerName(): string {
  return `mr-${newId()}`;
}

/**
 * The engine that runs containers, by its command line: podman, docker and nerdctl agree in all that is used here. Each method is
 * one command of it, with arguments that no shell reads. What it cannot do rejects with an {@link EngineError}.
 *
 * For images: {@link pull} one by a reference, or {@link inspectImage} one that is there; keep its `digest` and `pinned`;
 * {@link runOnce} runs a command on it to its end, with the flags of a run, as a probe does; {@link removeImage}.
 * For runs: {@link runCommand} is the command of a container; {@link list}, {@link kill} and {@link remove} clean up.
 */
export class ContainerEngine {
  /** Names of the containers that something here waits for. What is not among them nor another server's is an orphan. */
  readonly live = new Set<string>();

  private constructor(
    /** The report that /health/ready shows. */
    readonly about: EngineReport,
    private readonly options: EngineOptions,
  ) {}

  /** Returns the engine of this name if it works here. Rejects with an EngineError that says why not. */
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

  /** Fetches an image, whatever there is already, and returns what the reference now means here. */
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

  /** Returns what a reference, a `pinned` or an id means on this machine; null if it has no such image. */
  async inspectImage(reference: string): Promise<ImageInfo | null> {
    const result = await this.run(['image', 'inspect', '--', checked(reference)]);
    if (result.code === 0) return readImage(reference, result.stdout);
    const failure = engineFailure(result);
    if (failure.problem === 'no_image') return null;
    throw failure;
  }

  /**
   * Removes an image by its id or `pinned`. Without effect if there is none. Rejects with `failed` while it has a container, and
   * where it has several names and is given by its id.
   */
  async removeImage(reference: string): Promise<void> {
    const result = await this.run(['image', 'rm', '--', checked(reference)]);
    if (result.code === 0) return;
    const failure = engineFailure(result);
    if (failure.problem !== 'no_image') throw failure;
  }

  /**
   * Runs a container without input to its end, and returns its exit code and output. Rejects with `no_image` if the image is gone,
   * with `timed_out` after `timeoutMs`, when the container has been killed, and with `failed` if it could not be started, as for
   * a program that the image does not have.
   */
  async runOnce(spec: ContainerSpec, limits: Limits): Promise<ContainerResult> {
    let result: CommandResult;
    this.live.add(spec.name);
    try {
      result = await this.run(runArgs(spec, this.runOptions()), limits);
    } catch (error) {
      // The engine's program has been ended, not the container.
      await this.kill(spec.name).catch(() => undefined);
      throw error;
    } finally {
      this.live.delete(spec.name);
    }
    if (isOfEngine(result)) throw engineFailure(result);
    return result;
  }

  /** Returns the command that runs a container for a guest. Its exit code is the container's; 125 is the engine's own. */
  runCommand(spec: ContainerSpec): GuestCommand {
    return {
      command: this.about.engine,
      args: [...this.options.args, ...runArgs(spec, this.runOptions())],
      env: this.options.env,
      overStdio: true,
    };
  }

  /** Returns the id of a running container's first process, as this machine sees it; null if it has ended. */
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

  /** Kills all processes of a container. Without effect if it has ended. */
  async kill(name: string): Promise<void> {
    await this.run(['kill', '--signal', 'KILL', '--', checked(name)]);
  }

  /** Kills and removes a container. Without effect if there is none. */
  async remove(name: string): Promise<void> {
    await this.run(['rm', '--force', '--volumes', '--', checked(name)]);
  }

  /** Returns the names of all containers with a label, such as `metarun.server`, whether they run or not. */
  async list(label: string): Promise<string[]> {
    const args = ['ps', '--all', '--no-trunc', '--filter', `label=${label}`];
    const text = await this.demand([...args, '--format', '{{.Names}}']);
    return text.split('\n').filter((name) => name !== '');
  }

  /** Returns the labels of a container; null if it has ended. */
  async labelsOf(name: string): Promise<Readonly<Record<string, string>> | null> {
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

  /** Rejects with the engine's words if it fails. */
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
