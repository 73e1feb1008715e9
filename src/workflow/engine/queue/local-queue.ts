import { extraSlots } from '../../../base/config/concurrency.js';
import type { TaskEntity } from '../state/task.entity.js';
import { DueWork } from './due-work.js';
import { LANES } from './lane.js';
import type { Pool } from './pool.js';
import type { Wake } from './wake.js';

/** Wait for a first slot after which a project may get an extra one, and interval of that check, in ms. */
const PATIENCE_MS = 50;
const CHECK_MS = 25;

/** Number of tasks that may run at the same time. */
export interface Slots {
  usual: number;
  /** Extra slots, for projects without a running task that would otherwise wait for the tasks of another project. */
  extra: number;
}

/** The operations that a queue calls. */
export interface QueueWork {
  /**
   * Claims up to `count` due tasks of a project. If it rejects, the queue calls it again at once, so it pauses first.
   */
  claim(projectId: string, pools: readonly Pool[], count: number): Promise<readonly TaskEntity[]>;
  /**
   * Runs a claimed task; never rejects. `release` frees the slot before the promise resolves; otherwise the resolution
   * does.
   */
  run(task: TaskEntity, release: () => void): Promise<void>;
  /** Called when a slot becomes free after all were taken and no project waits for it. */
  onFree(): void;
}

/**
 * Slots of one lane of this process, and which projects have due tasks for them. The queue itself is the table of tasks: this one
 * holds no task, only the number of those that wakes have announced, and claims as many as it has slots for.
 *
 * Its states:
 * - `new`: keeps wakes; left by {@link start}.
 * - `started`: each free slot is kept for the project with the fewest slots, of those for the one that was served longest ago.
 * - `stopped`: ignores wakes and claims nothing more; runs go on. There is no way back.
 *
 * The states of a project in it:
 * - absent: it has no known due task and no slot. A wake makes it due.
 * - due: it has tasks that no slot is kept for. Each slot that it gets counts one off; a claim that finds fewer tasks than it
 *   asked for, with no wake since, ends the state.
 * - claiming: a slot is kept for it while a claim is under way. What the claim finds runs; the other slots are free again.
 * - running: a task has the slot until the script has ended.
 *
 * A project that has been due for 50 ms without a slot, while another has several slots or the only one, gets an extra slot.
 */
export class LocalQueue {
  private state: 'new' | 'started' | 'stopped' = 'new';
  /** Projects that are not absent, in the order of their last slot. */
  private readonly projects = new Map<string, DueWork>();
  private slots: Slots = { usual: 0, extra: 0 };
  private work: QueueWork | null = null;
  /** Number of slots that are reserved or have a run, of all projects. */
  private taken = 0;
  private timer: NodeJS.Timeout | null = null;

  start(slots: Slots, work: QueueWork): void {
    this.slots = slots;
    this.work = work;
    this.state = 'started';
    this.fill();
  }

  /** Adds due tasks of a project. */
  wake({ projectId, pool, count }: Omit<Wake, 'lane'>): void {
    if (this.state === 'stopped') return;
    const project = this.projects.get(projectId) ?? new DueWork();
    this.projects.set(projectId, project);
    project.add(pool, count);
    project.noteWait(performance.now());
    this.fill();
    if (project.bursts && project.due > 0) this.giveExtraSlots();
  }

  /** Removes a due task that another server takes, and returns its wake, or null. */
  withdraw(isTaken: (pool: Pool) => boolean): Omit<Wake, 'lane'> | null {
    const [projectId, project] = this.nextProject((one) => one.has(isTaken)) ?? [];
    const removed = project?.remove(isTaken) ?? null;
    if (projectId === undefined || project === undefined || removed === null) return null;
    if (project.isIdle) this.projects.delete(projectId);
    return { projectId, ...removed };
  }

  /** Stops claiming; runs continue. */
  stop(): void {
    this.state = 'stopped';
    if (this.timer !== null) clearTimeout(this.timer);
    for (const project of this.projects.values()) project.clear();
  }

  /** True if any project has due tasks that wait for a slot. */
  get isWaiting(): boolean {
    for (const { due } of this.projects.values()) if (due > 0) return true;
    return false;
  }

  /** Number of projects with due tasks that wait for a slot. */
  get waiting(): number {
    return [...this.projects.values()].filter(({ due }) => due > 0).length;
  }

  /** Number of free usual slots that no project waits for; 0 before the start and after the stop. */
  get free(): number {
    if (this.state !== 'started' || this.isWaiting) return 0;
    return Math.max(0, this.slots.usual - this.taken);
  }

  /** Reserves the free usual slots for projects with due tasks. */
  private fill(): void {
    if (this.state !== 'started') return;
    while (this.taken < this.slots.usual) {
      const next = this.nextProject();
      if (next === undefined) return;
      this.keepSlot(...next);
    }
    // The check runs only while there are more due tasks than slots.
    if (this.slots.extra > 0 && this.isWaiting)
      this.timer ??= setTimeout(() => this.giveExtraSlots(), CHECK_MS).unref();
  }

  private keepSlot(projectId: string, project: DueWork): void {
    project.remove();
    project.slots += 1;
    project.asked += 1;
    this.taken += 1;
    this.projects.delete(projectId);
    this.projects.set(projectId, project);
    // Slots that become free at the same time share a claim.
    if (project.asked === 1) queueMicrotask(() => void this.claim(projectId, project));
  }

  private async claim(projectId: string, project: DueWork): Promise<void> {
    const { asked: count, wakes, pools } = project;
    project.asked = 0;
    const tasks = await this.work?.claim(projectId, pools, count).catch(() => null);
    if (!tasks) for (const pool of pools.slice(0, 1)) project.add(pool, count);
    else if (tasks.length < count && project.wakes === wakes) project.clear();
    for (const task of tasks ?? []) void this.run(projectId, project, task);
    for (let unused = count - (tasks?.length ?? 0); unused > 0; unused -= 1)
      this.freeSlot(projectId, project);
    this.fill();
  }

  private async run(projectId: string, project: DueWork, task: TaskEntity): Promise<void> {
    let released = false;
    const release = (): void => {
      if (released) return;
      released = true;
      const wasFull = this.taken >= this.slots.usual;
      this.freeSlot(projectId, project);
      this.fill();
      // The project need not wait again after each task.
      if (project.bursts && project.due > 0) this.giveExtraSlots();
      if (wasFull && this.free > 0) this.work?.onFree();
    };
    await this.work?.run(task, release);
    release();
  }

  private freeSlot(projectId: string, project: DueWork): void {
    this.taken -= 1;
    project.slots -= 1;
    if (project.isIdle) this.projects.delete(projectId);
  }

  /** Opens extra slots while one project has more than its share and others wait. */
  private giveExtraSlots(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const now = performance.now();
    const most = Math.max(0, ...Array.from(this.projects.values(), ({ slots }) => slots));
    // If each slot has a task of a different project, there is nothing to correct.
    const isUnfair = most >= Math.min(2, this.slots.usual);
    // Reserving a slot moves the project to the end of the map.
    const projects = [...this.projects];
    for (const [projectId, project] of projects) {
      project.bursts &&= isUnfair;
      project.noteWait(now);
      if (this.state !== 'started' || !isUnfair || !this.mayHaveExtra(project, now, most)) continue;
      project.bursts = true;
      this.keepSlot(projectId, project);
    }
    this.fill();
  }

  /** `most` is the number of slots of the project with the most. */
  private mayHaveExtra(project: DueWork, now: number, most: number): boolean {
    const free = this.slots.usual + this.slots.extra - this.taken;
    if (project.waitsSince !== null)
      return free > 0 && (project.bursts || now - project.waitsSince >= PATIENCE_MS);
    // The last extra slot is for a project that has none.
    return project.bursts && project.due > 0 && free > 1 && project.slots + 1 < most;
  }

  /** Returns the project with due tasks and the fewest slots; among several, the one that was served longest ago. */
  private nextProject(
    isWanted: (project: DueWork) => boolean = () => true,
  ): [string, DueWork] | undefined {
    let best: [string, DueWork] | undefined;
    for (const entry of this.projects) {
      const [, project] = entry;
      if (project.due === 0 || (best && best[1].slots <= project.slots)) continue;
      if (!isWanted(project)) continue;
      best = entry;
      if (project.slots === 0) break;
    }
    return best;
  }
}

/** The queues of this process, one per lane with slots of its own, so that no task waits for a task of another lane. */
export class LocalQueues {
  readonly script = new LocalQueue();
  readonly agent = new LocalQueue();

  stop(): void {
    for (const lane of LANES) this[lane].stop();
  }

  /** Number of projects with due tasks that wait for a slot, in both lanes. */
  get waiting(): number {
    return LANES.reduce((sum, lane) => sum + this[lane].waiting, 0);
  }
}

/** Returns the slots of a lane with this number of usual ones. */
export function slotsFor(usual: number): Slots {
  return { usual, extra: extraSlots(usual) };
}
