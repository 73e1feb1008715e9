import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Creates the folders `00` to `ff` of `root`. The first put creates all of them, so that no later put has to wait for
 * one.
 */
export class PrefixFolders {
  private made: Promise<void> | null = null;

  constructor(private readonly root: string) {}

  /**
   * Creates the folder of `path`, the first time together with all others. Resolves when they would survive a power
   * failure.
   */
  async make(path: string): Promise<void> {
    this.made ??= this.makeAll().catch((error: unknown) => {
      this.made = null;
      throw error;
    });
    await this.made;
    const made = await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
    if (made !== undefined) await flushFolder(this.root);
  }

  private async makeAll(): Promise<void> {
    await mkdir(this.root, { recursive: true, mode: 0o700 });
    const names = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'));
    // The puts that need a missing folder fail.
    await Promise.allSettled(names.map((name) => mkdir(join(this.root, name), { mode: 0o700 })));
    await flushFolder(this.root);
  }
}

export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
