import { Dispatcher, type TaskHint, type Work, type WorkSlots } from './dispatcher.js';
import { ProjectQueue } from './project-queue.js';

/** Hints held beyond what is reserved for each project; a million pending tasks must not cost memory. */
export const CAPACITY = 10_000;
/** The wait for a first slot after which a project may get an extra one, and the interval at which this is checked, ms. */
const PATIENCE_MS = 50;
const CHECK_MS = 25;

/** Dispatches within one process. */
export class MemoryDispatcher extends Dispatcher {
  /** Projects with hints that wait or run, the one that has been served longest ago first. */
  private readonly projects = new Map<string, ProjectQueue>();
  private count = 0;
  private slots: WorkSlots = { usual: 0, extra: 0 };
  private busy = 0;
  private work: Work | null = null;
  private wanted: (projectId: string) => void = () => undefined;
  private relieved: () => void = () => undefined;
  private timer: NodeJS.Timeout | null = null;

  start(
    slots: WorkSlots,
    work: Work,
    wanted: (projectId: string) => void,
    relieved: () => void = () => undefined,
  ): void {
    this.slots = slots;
    this.work = work;
    this.wanted = wanted;
    this.relieved = relieved;
    this.next();
  }

  offer(hint: TaskHint): void {
    const queue = this.queueOf(hint.projectId);
    const before = queue.size;
    queue.add(hint, this.count < CAPACITY);
    this.count += queue.size - before;
    queue.noteWait(performance.now());
    this.next();
    if (queue.relieved && queue.size > 0) this.relieve();
  }

  withdraw(isTaken: (hint: TaskHint) => boolean): TaskHint | undefined {
    const found = this.nextProject((queue) => queue.first(isTaken) !== undefined);
    const [projectId, queue] = found ?? [];
    const hint = queue?.take(queue.first(isTaken));
    if (projectId === undefined || queue === undefined || hint === undefined) return undefined;
    this.count -= 1;
    if (queue.idle) this.projects.delete(projectId);
    this.reportWanted(projectId, queue);
    return hint;
  }

  more(projectId: string, priority: number): void {
    const queue = this.queueOf(projectId);
    queue.more(priority);
    if (this.work !== null) this.reportWanted(projectId, queue);
  }

  stop(): void {
    this.work = null;
    if (this.timer !== null) clearTimeout(this.timer);
    for (const queue of this.projects.values()) queue.clear();
    this.count = 0;
  }

  waits(projectId?: string): boolean {
    return projectId === undefined ? this.count > 0 : (this.projects.get(projectId)?.size ?? 0) > 0;
  }

  get size(): number {
    return this.count;
  }

  get free(): number {
    return this.work === null || this.count > 0 ? 0 : Math.max(0, this.slots.usual - this.busy);
  }

  private queueOf(projectId: string): ProjectQueue {
    let queue = this.projects.get(projectId);
    if (!queue) this.projects.set(projectId, (queue = new ProjectQueue()));
    return queue;
  }

  private next(): void {
    while (this.work !== null && this.busy < this.slots.usual) {
      const found = this.nextProject();
      if (!found) return;
      this.begin(this.work, ...found);
    }
    // Looks only while there are more hints than slots.
    if (this.work !== null && this.count > 0 && this.slots.extra > 0)
      this.timer ??= setTimeout(() => this.relieve(), CHECK_MS).unref();
  }

  private begin(work: Work, projectId: string, queue: ProjectQueue): void {
    const hint = queue.take();
    if (!hint) return;
    this.count -= 1;
    this.busy += 1;
    queue.running += 1;
    this.projects.delete(projectId);
    this.projects.set(projectId, queue);
    this.reportWanted(projectId, queue);
    let released = false;
    const release = (): void => {
      if (!released) this.release(projectId, queue);
      released = true;
    };
    void work(hint, release).finally(release);
  }

  private release(projectId: string, queue: ProjectQueue): void {
    const wasFull = this.busy >= this.slots.usual;
    this.busy -= 1;
    queue.running -= 1;
    if (queue.idle) this.projects.delete(projectId);
    this.next();
    // It need not wait again after each task.
    if (queue.relieved && queue.size > 0) this.relieve();
    if (wasFull && this.free > 0) this.relieved();
  }

  /** Opens extra slots where one project has more than its share and others wait. */
  private relieve(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const now = performance.now();
    const most = Math.max(0, ...Array.from(this.projects.values(), ({ running }) => running));
    // With each slot at another project's task there is nothing unfair to relieve.
    const unfair = most >= Math.min(2, this.slots.usual);
    for (const [projectId, queue] of this.projects) {
      queue.relieved &&= unfair;
      queue.noteWait(now);
      if (this.work === null || !unfair || !this.mayHaveExtra(queue, now, most)) continue;
      queue.relieved = true;
      this.begin(this.work, projectId, queue);
    }
    this.next();
  }

  /** `most` is the number of running hints of the project with the most. */
  private mayHaveExtra(queue: ProjectQueue, now: number, most: number): boolean {
    const free = this.slots.usual + this.slots.extra - this.busy;
    if (queue.waitsSince !== null)
      return free > 0 && (queue.relieved || now - queue.waitsSince >= PATIENCE_MS);
    // The last one is for a project that has none.
    return queue.relieved && queue.size > 0 && free > 1 && queue.running + 1 < most;
  }

  /** Returns the project with hints that has the fewest running; of several, the one served longest ago. */
  private nextProject(
    isWanted: (queue: ProjectQueue) => boolean = () => true,
  ): [string, ProjectQueue] | undefined {
    if (this.count === 0) return undefined;
    let best: [string, ProjectQueue] | undefined;
    for (const entry of this.projects) {
      const [, queue] = entry;
      if (queue.size === 0 || (best && best[1].running <= queue.running)) continue;
      if (!isWanted(queue)) continue;
      best = entry;
      if (queue.running === 0) break;
    }
    return best;
  }

  private reportWanted(projectId: string, queue: ProjectQueue): void {
    if (queue.wantsMore()) this.wanted(projectId);
  }
}
