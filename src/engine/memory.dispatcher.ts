import { Dispatcher, type TaskHint } from './dispatcher.js';

/** Most hints held; a million pending tasks must not cost memory. */
const CAPACITY = 10_000;

/** Dispatches within one process. */
export class MemoryDispatcher extends Dispatcher {
  /** Ids that wait, by priority; a Set keeps the order of offers and knows duplicates. */
  private readonly waiting = new Map<number, Set<string>>();
  private count = 0;
  private slots = 0;
  private busy = 0;
  private work: ((taskId: string) => Promise<void>) | null = null;

  start(slots: number, work: (taskId: string) => Promise<void>): void {
    this.slots = slots;
    this.work = work;
    this.next();
  }

  offer(hint: TaskHint): boolean {
    if (this.count >= CAPACITY) return false;
    let ids = this.waiting.get(hint.priority);
    if (!ids) this.waiting.set(hint.priority, (ids = new Set()));
    if (!ids.has(hint.taskId)) {
      ids.add(hint.taskId);
      this.count += 1;
    }
    this.next();
    return true;
  }

  stop(): void {
    this.work = null;
    this.waiting.clear();
    this.count = 0;
  }

  get size(): number {
    return this.count;
  }

  private next(): void {
    while (this.work !== null && this.busy < this.slots) {
      const taskId = this.take();
      if (taskId === undefined) return;
      this.busy += 1;
      void this.work(taskId).finally(() => {
        this.busy -= 1;
        this.next();
      });
    }
  }

  private take(): string | undefined {
    if (this.count === 0) return undefined;
    const priority = Math.max(...this.waiting.keys());
    const ids = this.waiting.get(priority);
    const [taskId] = ids ?? [];
    if (!ids || taskId === undefined) return undefined;
    ids.delete(taskId);
    if (ids.size === 0) this.waiting.delete(priority);
    this.count -= 1;
    return taskId;
  }
}
