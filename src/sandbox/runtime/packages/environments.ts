import { hashSha256 } from '../../../base/kernel/sha256.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import type { EnvironmentArchive } from './environment-archive.js';
import type { EnvironmentStore } from './environment-store.js';
import type { Installer, JobOptions } from './installer.js';
import { Slots } from '../../../base/kernel/slots.js';

/** Maximum number of installers at the same time: more would only compete for the disk and the network. */
const INSTALLERS = 2;
/** Pause that a refused client is asked to make, in seconds. */
const RETRY_AFTER_SECONDS = 5;

/** Receives reports of the build of an environment. */
export interface BuildListener {
  /** The environment must be built. */
  onBuild(): void;
  /** A line of the installer's output. */
  onLine(text: string): void;
}

/** An environment under construction, for all runs that wait for it. */
interface Build {
  done: Promise<void>;
  listeners: Set<BuildListener>;
  /** Aborted when no run is waiting for the build. */
  abandoned: AbortController;
}

/** The installed packages of scripts: one folder per lock, built when a run first needs it. */
export class Environments {
  private readonly slots = new Slots(INSTALLERS);
  private readonly builds = new Map<string, Build>();
  private readonly closing = new AbortController();

  constructor(
    private readonly store: EnvironmentStore,
    private readonly installer: Installer,
    /** Platform tag of compiled packages. */
    private readonly abi: string,
    /** The shared archive of environments; null if the servers share no storage. */
    private readonly archive: EnvironmentArchive | null,
    /** Releases environments that are held without a run, to free space. */
    private readonly releaseIdle: () => Promise<void>,
  ) {}

  /** Returns the name of a lock's environment. */
  hashLock(lock: string): string {
    return hashSha256(`${this.abi}\n${lock}`);
  }

  /** Runs another job of an installer in a separate folder, once a slot is free. */
  work<T>(job: (options: Pick<JobOptions, 'work' | 'signal'>) => Promise<T>): Promise<T> {
    return this.slots.run(() =>
      this.inFolder((work) => job({ work, signal: this.closing.signal })),
    );
  }

  /** Ends all installers. */
  close(): void {
    this.closing.abort(
      new MetarunError('unavailable', 'The server is stopping; try again.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      }),
    );
  }

  /**
   * Holds the environment of a lock until {@link release}, and returns the folder of its packages. Concurrent callers
   * wait for the same build, which ends when the signal of the last one aborts. Rejects with a MetarunError or with the
   * signal's reason.
   */
  async hold(lock: string, listener: BuildListener, signal: AbortSignal): Promise<string> {
    const key = this.hashLock(lock);
    if (!(await this.store.hold(key))) {
      signal.throwIfAborted();
      listener.onBuild();
      await this.built(key, lock, listener, signal);
    }
    return this.store.site(key);
  }

  async release(lock: string): Promise<void> {
    await this.store.release(this.hashLock(lock));
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
        // Releases the build's own hold: each caller that waited has its own hold by now.
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
    // Not awaited, since no run waits for it.
    void this.keep(key);
  }

  /** Fetches the environment from the archive. Returns whether it was there and is complete now. */
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
