import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import { isJsonObject, type Json } from '../../../base/kernel/json.js';
import { Mutex } from '../../../base/kernel/mutex.js';
import { NOBODY } from '../sandbox/guest-spec.js';

/** Prefix of the file with which a server marks a folder as in use at the file's time. */
const MARK = 'used-by-';
/** Prefix of the folder of an environment that is being built. */
const BUILD = 'build-';
/** Interval at which a server renews its mark, and lifetime of a mark (ms). */
const MARK_EVERY_MS = 30_000;
const MARK_LASTS_MS = 120_000;
/** Time after its last use at which an environment is removed (ms). */
const KEPT_MS = 30 * 24 * 3600 * 1000;
const ABOUT = 'about.json';
const ENVIRONMENT = /^[0-9a-f]{64}$/;

export interface StoreOptions {
  /** Folder of the environments; created if missing. */
  root: string;
  /** Maximum size of all environments on disk, in bytes. */
  maxBytes: number;
  /** True if other servers may use the folder. */
  shared: boolean;
  /** True if another user builds environments: the guests' user, if the server runs as root. */
  guestsAreNobody: boolean;
}

interface Environment {
  key: string;
  bytes: number;
  /** Time when its use last began or ended (ms). */
  usedAt: number;
}

/**
 * The folders of environments, `<root>/<key>/site`. A folder is complete once it has its final name. An environment in
 * use is never removed: this server counts its uses, other servers show theirs by marks.
 */
export class EnvironmentStore {
  private readonly mark = `${MARK}${randomUUID()}`;
  private readonly holds = new Map<string, number>();
  private readonly marks = new BackgroundLoop({
    work: async () => {
      for (const name of this.holds.keys()) await this.touch(name).catch(() => undefined);
    },
    pollMs: MARK_EVERY_MS,
    onError: () => undefined,
  });
  /** Serializes holding an environment and removing an unused one. */
  private readonly mutex = new Mutex();

  constructor(private readonly options: StoreOptions) {
    this.marks.start();
  }

  /** Maximum size of all environments on disk, in bytes. */
  get maxBytes(): number {
    return this.options.maxBytes;
  }

  close(): void {
    void this.marks.stop();
  }

  /** Creates the folder if missing, and sweeps it. */
  async open(): Promise<void> {
    await mkdir(this.options.root, { recursive: true, mode: 0o700 });
    await this.sweep();
  }

  /** Removes incomplete environments of killed servers, and environments unused for long. */
  private async sweep(): Promise<void> {
    const { root } = this.options;
    const known = new Map((await this.list()).map((found) => [found.key, found]));
    for (const name of await readdir(root)) {
      const since = known.get(name)?.usedAt ?? 0;
      if (Date.now() - since > KEPT_MS) await this.removeUnlessHeld(name);
    }
  }

  /** Returns the folder of an environment's packages. */
  site(key: string): string {
    return join(this.options.root, key, 'site');
  }

  /** Returns the folder of an environment, with its packages in `site`. */
  folder(key: string): string {
    return join(this.options.root, key);
  }

  /** Keeps an environment from being removed until {@link release}. Returns false if it does not exist. */
  hold(key: string): Promise<boolean> {
    return this.mutex.run(async () => {
      try {
        await this.touch(key);
        await stat(join(this.options.root, key, ABOUT));
      } catch {
        return false;
      }
      this.count(key, 1);
      return true;
    });
  }

  async release(key: string): Promise<void> {
    if (this.count(key, -1) > 0) return;
    await rm(join(this.options.root, key, this.mark), { force: true }).catch(() => undefined);
  }

  /** Creates a folder for a build and returns its name; the installer uses the folder `work` in it. */
  async begin(): Promise<{ name: string; work: string }> {
    await this.open();
    const name = `${BUILD}${randomUUID()}`;
    const work = join(this.options.root, name, 'work');
    this.count(name, 1);
    await mkdir(work, { recursive: true });
    await this.touch(name);
    if (this.options.guestsAreNobody) await chown(work, NOBODY, NOBODY);
    return { name, work };
  }

  /** Renames a build to its key and holds it. If another server was faster, that server's build is kept. */
  async finish(name: string, key: string, bytes: number): Promise<void> {
    const { root } = this.options;
    const built = join(root, name);
    await rename(join(built, 'work', 'site'), join(built, 'site'));
    await rm(join(built, 'work'), { recursive: true, force: true });
    await writeFile(join(built, ABOUT), JSON.stringify({ bytes }));
    await flush(built);
    this.count(key, 1);
    await rename(built, join(root, key)).catch(async (error: unknown) => {
      const theirs = await this.touch(key).then(
        () => true,
        () => false,
      );
      if (theirs) return;
      this.count(key, -1);
      throw error;
    });
  }

  /** Removes the remains of a build, whether finished or not. */
  async end(name: string): Promise<void> {
    this.count(name, -1);
    await this.remove(name);
  }

  /**
   * Removes environments that are not held, least recently used first, until `bytes` more fit. Returns whether they
   * fit.
   */
  async freeSpace(bytes: number): Promise<boolean> {
    const all = (await this.list()).sort((one, other) => one.usedAt - other.usedAt);
    let over = all.reduce((sum, found) => sum + found.bytes, bytes) - this.maxBytes;
    for (const { key, bytes: freed } of all) {
      if (over <= 0) return true;
      if (await this.removeUnlessHeld(key)) over -= freed;
    }
    return over <= 0;
  }

  private async list(): Promise<Environment[]> {
    const names = await readdir(this.options.root).catch(() => []);
    const found = await Promise.all(
      names.filter((name) => ENVIRONMENT.test(name)).map((key) => this.read(key)),
    );
    return found.filter((one) => one !== null);
  }

  private async read(key: string): Promise<Environment | null> {
    const folder = join(this.options.root, key);
    try {
      const about: Json = JSON.parse(await readFile(join(folder, ABOUT), 'utf8'));
      const bytes = isJsonObject(about) ? about['bytes'] : null;
      // Each use creates and removes a mark, which updates the folder's time.
      return typeof bytes === 'number'
        ? { key, bytes, usedAt: (await stat(folder)).mtimeMs }
        : null;
    } catch {
      return null;
    }
  }

  private async isHeld(name: string): Promise<boolean> {
    if (this.holds.has(name)) return true;
    if (!this.options.shared) return false;
    const folder = join(this.options.root, name);
    const marks = (await readdir(folder).catch(() => [])).filter((file) => file.startsWith(MARK));
    // Another server may just have created the folder of its build without a mark yet.
    const paths = name.startsWith(BUILD) ? [...marks, '.'] : marks;
    const times = await Promise.all(
      paths.map(async (path) => (await stat(join(folder, path)).catch(() => null))?.mtimeMs ?? 0),
    );
    return times.some((time) => Date.now() - time < MARK_LASTS_MS);
  }

  private removeUnlessHeld(name: string): Promise<boolean> {
    return this.mutex.run(async () => {
      if (await this.isHeld(name)) return false;
      await this.remove(name);
      return true;
    });
  }

  /** Renames the folder first, so that no process finds an incomplete one. */
  private async remove(name: string): Promise<void> {
    const { root } = this.options;
    const gone = join(root, `gone-${randomUUID()}`);
    const moved = await rename(join(root, name), gone).then(
      () => true,
      () => false,
    );
    if (moved) await rm(gone, { recursive: true, force: true, maxRetries: 3 });
  }

  private touch(name: string): Promise<void> {
    return writeFile(join(this.options.root, name, this.mark), '');
  }

  private count(name: string, by: 1 | -1): number {
    const count = (this.holds.get(name) ?? 0) + by;
    if (count > 0) this.holds.set(name, count);
    else this.holds.delete(name);
    return count;
  }
}

/**
 * Flushes a folder to the disk, so that no environment has empty files after a power failure. One call flushes the
 * whole file system, which is faster than flushing thousands of files one by one. On a system without this program, the
 * system flushes the files later.
 */
async function flush(folder: string): Promise<void> {
  await promisify(execFile)('sync', ['-f', folder], { cwd: '/' }).catch(() => undefined);
}
