import { Mutex } from '../../../base/kernel/mutex.js';

/**
 * Lets one writer at a time into each workspace. PostgreSQL's row lock alone would be right too, but every
 * writer that waits for it would hold a connection of the pool that the engine needs for its leases.
 */
export class WorkspaceLocks {
  private readonly locks = new Map<string, { mutex: Mutex; users: number }>();

  async run<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    const lock = this.locks.get(workspaceId) ?? { mutex: new Mutex(), users: 0 };
    this.locks.set(workspaceId, lock);
    lock.users += 1;
    try {
      return await lock.mutex.run(work);
    } finally {
      lock.users -= 1;
      if (lock.users === 0) this.locks.delete(workspaceId);
    }
  }
}
