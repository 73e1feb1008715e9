import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { getErrorMessage } from '../../base/kernel/errors.js';
import { Slots } from '../../base/kernel/slots.js';
import { IMAGE_PHASES, type ScriptLanguage } from '../../base/languages/index.js';
import type { GuestExit } from '../runtime/guest-exit.js';
import type { RunHandle, RunHost, RunImage, RunSpec } from '../runtime/runtime.js';
import { queueRun, type RunnerSource } from '../runtime/typescript/queue-run.js';
import { Runner } from '../runtime/typescript/runner.js';
import { CompiledCode } from './compiled-code.js';
import { type ContainerEngine, containerName } from './container-engine.js';
import { explainEnd } from './container-exit.js';
import { ContainerGroup, type GroupServices } from './container-group.js';
import { type ContainerGuest, startContainer } from './container-guest.js';
import { CONTAINER_PROGRAMS, scriptContainer } from './container-programs.js';
import { engineFailure } from './engine-command.js';
import { EngineError } from './engine-error.js';

/** Idle containers of a group are ended after this time without a run (ms). */
const IDLE_MS = 2 * 60_000;
/** Interval at which the number of idle containers is adapted to the runs of the last minute (ms). */
const BALANCE_MS = 10_000;
/** Maximum number of containers that start at the same time: with more, each takes longer. */
const MAX_STARTING = Math.max(2, availableParallelism());
/** Time that the engine has to report the end of a container whose output has ended (ms). */
const EXIT_MS = 5_000;

export interface ContainerRunnersOptions {
  engine: ContainerEngine;
  /** Maximum number of idle containers in all groups together. */
  maxWaiting: number;
  /** A folder of this server for small files. */
  folder: string;
  /** The host's folder with the socket to the network. */
  egressDir: string | undefined;
  onWarning: (message: string) => void;
}

/** Runs scripts on images in containers: one container for each run, started ahead of time in groups that have runs. */
export class ContainerRunners {
  private readonly groups = new Map<string, ContainerGroup>();
  private readonly starts = new Slots(MAX_STARTING);
  private readonly code: CompiledCode;
  private readonly balancing: NodeJS.Timeout;
  private closed = false;

  constructor(private readonly options: ContainerRunnersOptions) {
    const { engine, folder, onWarning } = options;
    const runOnce: ContainerEngine['runOnce'] = (spec, limits) =>
      this.starts.run(() => engine.runOnce(spec, limits));
    this.code = new CompiledCode({ runOnce }, folder, onWarning);
    this.balancing = setInterval(() => this.balance(), BALANCE_MS).unref();
  }

  /** Starts a run on `image`, the image named by `run.image`. */
  start(language: ScriptLanguage, image: RunImage, run: RunSpec, host: RunHost): RunHandle {
    const group = this.getOrCreateGroup(language, image, run);
    if (group.isWarm) return queueRun(group, run, host);
    const [starting, running] = IMAGE_PHASES;
    host.onPhase(starting);
    const source: RunnerSource = {
      request: ({ onRunner, ...request }) =>
        group.request({
          ...request,
          onRunner: (runner) => {
            host.onPhase(running);
            onRunner(runner);
          },
        }),
      release: (runner) => group.release(runner),
    };
    return queueRun(source, run, host);
  }

  /** Ends all containers; their runs end with `exit`. */
  async close(exit: GuestExit): Promise<void> {
    this.closed = true;
    clearInterval(this.balancing);
    this.code.stop();
    await Promise.all([...this.groups.values()].map((group) => group.close(exit)));
    this.groups.clear();
  }

  private getOrCreateGroup(
    language: ScriptLanguage,
    image: RunImage,
    run: RunSpec,
  ): ContainerGroup {
    const { memory_bytes, cpu_ms } = run.limits;
    const key = [run.task.project, image.pinned, language, memory_bytes, cpu_ms].join(' ');
    const known = this.groups.get(key);
    if (known !== undefined) return known;
    const group: ContainerGroup = new ContainerGroup({
      start: () => this.starts.run(() => this.open(language, image, run)),
      allowed: (wanted) => this.allowed(group, wanted),
      explain: (error) => this.explain(error, image),
    });
    this.groups.set(key, group);
    return group;
  }

  /**
   * Returns how many idle containers a group may have. All groups share one limit; recently used groups displace the
   * containers of others.
   */
  private allowed(group: ContainerGroup, wanted: number): number {
    const { maxWaiting } = this.options;
    if (this.closed) return 0;
    const others = [...this.groups.values()].filter((other) => other !== group);
    const share = Math.max(1, Math.floor(maxWaiting / this.groups.size));
    while (countWaiting(others) + Math.min(wanted, share) > maxWaiting) {
      const giver =
        others.find((other) => other.idle > share) ??
        others
          .filter((other) => other.idle > 0 && other.lastUsed < group.lastUsed)
          .toSorted((a, b) => a.lastUsed - b.lastUsed)[0];
      if (giver === undefined) break;
      giver.endOne();
    }
    return Math.max(0, Math.min(wanted, maxWaiting - countWaiting(others)));
  }

  private balance(): void {
    const since = performance.now() - IDLE_MS;
    for (const [key, group] of this.groups) {
      if (group.isUsed || group.lastUsed > since) group.balance();
      else {
        this.groups.delete(key);
        void group.close({ code: 'worker_lost', message: 'There was no run for long.' });
      }
    }
  }

  private async open(language: ScriptLanguage, image: RunImage, run: RunSpec): Promise<Runner> {
    if (this.closed) throw new EngineError('failed', 'The service stops.');
    const { engine, folder, egressDir, onWarning } = this.options;
    const name = containerName();
    const compiled = this.code.of(language, image.pinned);
    const folders = { egress: egressDir, compiled };
    const spec = scriptContainer(language, image.pinned, run.limits, folders);
    let guest: ContainerGuest | null = null;
    let killed = false;
    const runner = new Runner({
      start: () =>
        (guest = startContainer(engine, { ...spec, name, pidFile: join(folder, name) }, onWarning)),
      single: true,
      spareBytes: CONTAINER_PROGRAMS[language].spareBytes,
      exitMs: EXIT_MS,
      explain: (status, stderr, limits) => {
        killed = status.isOuter;
        const ofMemory = guest?.killedForMemory() === true;
        return explainEnd(status, stderr, limits, { ofMemory, language });
      },
    });
    engine.live.add(name);
    const ended = runner.exited.finally(() => engine.live.delete(name));
    const problem = await runner.reset();
    if (problem === null) {
      void this.code.make(language, image.pinned);
      return runner;
    }
    // The kill below must not count as the engine's program being killed.
    const lost = killed;
    runner.kill();
    await ended;
    if (lost) throw new Error('the program of the engine was killed');
    throw engineFailure({ code: 1, stderr: runner.stderrTail || problem });
  }

  private explain(error: unknown, { digest }: RunImage): ReturnType<GroupServices['explain']> {
    const gone = error instanceof EngineError && error.problem === 'no_image';
    const message = gone
      ? `The image ${digest} is not on this machine any more (image_gone): refresh the image, and it is fetched again.`
      : `The container of the run could not be started: ${getErrorMessage(error)}`;
    if (!this.closed)
      this.options.onWarning(`failed to start a container of ${digest}: ${getErrorMessage(error)}`);
    // The engine has not answered: it is not running, or its program could not be started or was killed.
    const answered = error instanceof EngineError && error.problem !== 'not_running';
    const none = answered ? null : getErrorMessage(error);
    return { exit: { code: 'sandbox_error', message }, final: gone, none };
  }
}

function countWaiting(groups: readonly ContainerGroup[]): number {
  return groups.reduce((sum, { waiting }) => sum + waiting, 0);
}
