import { createHash } from 'node:crypto';
import { MetarunError } from '../../../base/kernel/errors.js';
import type { EnvironmentArchive } from './environment-archive.js';
import type { EnvironmentStore } from './environment-store.js';
import type { Installer, JobOptions } from './installer.js';
import { Slots } from '../../../base/kernel/slots.js';

/** Installers that run at the same time: more would only share the disk and the network. */
const INSTALLERS = 2;
/** The pause that a refused client is asked for, in seconds. */
const RETRY_AFTER_SECONDS = 5;

/** Receives reports of the build of an environment. */
export interface BuildListener {
  /** The environment has to be built. */
  onBuild(): void;
  /** A line of the installer's output. */
  onLine(text: string): void;
}

/** An environment under construction, for all runs that wait for it. */
interface Build {
  done: Promise<void>;
  listeners: Set<BuildListener>;
  /** Aborted when no run waits any more. */
  abandoned: AbortController;
}

/** The installed packages of scripts: one folder for each lock, built when a run needs it and it does not exist yet. */
export class Environments {
  private readonly slots = new Slots(INSTALLERS);
  private readonly builds = new Map<string, Build>();
  private readonly closing = new AbortController();

  constructor(
    private readonly store: EnvironmentStore,
    private readonly installer: Installer,
    /** The platform of compiled packages. */
    private readonly abi: string,
    /** The environments of all servers, if they share a storage. */
    private readonly archive: EnvironmentArchive | null,
    /** Releases environments that are held without a run, when space is needed. */
    private readonly releaseIdle: () => Promise<void>,
  ) {}

  /** Returns the name of a lock's environment. */
  keyOf(lock: string): string {
    return createHash('sha256').update(`${this.abi}\n${lock}`).digest('hex');
  }

  /** Has an installer do another job, in a folder of its own, when it is its turn. */
  work<T>(job: (options: Pick<JobOptions, 'work' | 'signal'>) => Promise<T>): Promise<T> {
    return this.slots.run(() =>
      this.inFolder((work) => job({ work, signal: this.closing.signal })),
    );
  }

  /** Ends every installer. */
  close(): void {
    this.closing.abort(
      new MetarunError('unavailable', 'The server is stopping; try again.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      }),
    );
  }

  /**
   * Holds the environment of a lock until {@link release}, and returns the folder of its packages. Callers that ask meanwhile
   * wait for the same build; the build ends when the signal of the last one aborts. Rejects with a MetarunError, or with the
   * signal's reason.
   */
  async hold(lock: string, listener: BuildListener, signal: AbortSignal): Promise<string> {
    const key = this.keyOf(lock);
    if (!(await this.store.hold(key))) {
      signal.throwIfAborted();
      listener.onBuild();
      await this.built(key, lock, listener, signal);
    }
    return this.store.site(key);
  }

  async release(lock: string): Promise<void> {
    await this.store.release(this.keyOf(lock));
  }

  private async built(
    key: string,
    lock: string,
    listener: BuildListener,
    signal: AbortSignal,
  ): Promise<void> {
    const build = this.builds.get(key) ?? this.begin(key, lock);
    build.listeners.add(listener);
    let onAbort: (() => void) | undefined;
    const aborted = new Promise<never>((_, reject) => {
      onAbort = () => reject(signal.reason);
      signal.addEventListener('abort', onAbort);
    });
    try {
      await Promise.race([build.done, aborted]);
      if (!(await this.store.hold(key)))
        throw new Error('an environment vanished while it was held');
    } finally {
      if (onAbort) signal.removeEventListener('abort', onAbort);
      build.listeners.delete(listener);
      if (build.listeners.size === 0) {
        if (this.builds.get(key) === build) this.builds.delete(key);
        build.abandoned.abort();
        // The build's own hold: each caller that waited has its own by now.
        build.done.then(
          () => this.store.release(key),
          () => undefined,
        );
      }
    }
  }

  private begin(key: string, lock: string): Build {
    const listeners = new Set<BuildListener>();
    const abandoned = new AbortController();
    const signal = AbortSignal.any([abandoned.signal, this.closing.signal]);
    const done = this.slots.run(() => this.build(key, lock, listeners, signal));
    const build = { done, listeners, abandoned };
    this.builds.set(key, build);
    return build;
  }

  private async build(
    key: string,
    lock: string,
    listeners: ReadonlySet<BuildListener>,
    signal: AbortSignal,
  ): Promise<void> {
    signal.throwIfAborted();
    const onLine = (text: string): void => {
      for (const listener of listeners) listener.onLine(text);
    };
    const found = await this.inFolder((work, name) => this.fetch(key, { work, name }, signal));
    if (found) return;
    await this.inFolder(async (work, name) => {
      const { maxBytes } = this.store;
      const bytes = await this.installer.install(lock, { work, maxBytes, onLine, signal });
      await this.finish(name, key, bytes);
    });
    // No run waits for it.
    void this.keep(key);
  }

  /** Returns whether the environment was in the archive, and is complete now. */
  private async fetch(
    key: string,
    { work, name }: { work: string; name: string },
    signal: AbortSignal,
  ): Promise<boolean> {
    const bytes = await this.archive?.fetch(key, work, this.store.maxBytes, signal);
    if (typeof bytes !== 'number') return false;
    await this.finish(name, key, bytes);
    return true;
  }

  private async keep(key: string): Promise<void> {
    if (this.archive === null || !(await this.store.hold(key))) return;
    await this.archive.keep(key, this.store.folder(key), this.closing.signal);
    await this.store.release(key);
  }

  private async finish(name: string, key: string, bytes: number): Promise<void> {
    if (!(await this.store.freeSpace(bytes))) await this.freeSpaceOrFail(bytes);
    await this.store.finish(name, key, bytes);
  }

  private async freeSpaceOrFail(bytes: number): Promise<void> {
    await this.releaseIdle();
    if (!(await this.store.freeSpace(bytes)))
      throw new MetarunError(
        'dependency_error',
        'There is no space for the packages: those of running scripts take up all that METARUN_LIMITS.environments_mb allows.',
      );
  }

  private async inFolder<T>(use: (work: string, name: string) => Promise<T>): Promise<T> {
    const { name, work } = await this.store.begin();
    try {
      return await use(work, name);
    } finally {
      await this.store.end(name);
    }
  }
}
