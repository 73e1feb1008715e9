import { LRUCache } from 'lru-cache';

/** Share of the host's time that all heavy projects may take together. */
const SHARE = 0.2;
/** Time that a project's runs may take at once beyond that share (ms). */
const BURST_MS = 20;
/** Use above which a project counts as heavy (ms). */
const MUCH_MS = 10;
/** Maximum number of projects whose budgets are kept. */
const PROJECTS = 1_000;

/** The budgets of projects that are currently heavy. */
export type Crowd = Set<TimeBudget>;

const ALL: Crowd = new Set();

/**
 * Prevents a project's runs from occupying the host's only thread with the data that they send. The reader reports how
 * long each read took and receives the pause before the next one. `crowd` is the set of budgets that share the time; by
 * default those of all projects in this process.
 */
export class TimeBudget {
  private spent = 0;
  private at = performance.now();

  constructor(private readonly crowd: Crowd = ALL) {}

  /**
   * Counts `ms` of work that has just ended. Returns the pause before more work may begin (ms); 0 within the budget.
   */
  spend(ms: number): number {
    const now = performance.now();
    const share = this.share;
    for (const budget of this.crowd) budget.forgive(now, share);
    this.forgive(now, share);
    this.spent += ms;
    if (this.spent > MUCH_MS) this.crowd.add(this);
    return Math.max(0, this.spent - BURST_MS) / this.share;
  }

  private get share(): number {
    return SHARE / Math.max(1, this.crowd.size);
  }

  private forgive(now: number, share: number): void {
    this.spent = Math.max(0, this.spent - (now - this.at) * share);
    this.at = now;
    if (this.spent <= MUCH_MS) this.crowd.delete(this);
  }
}

const OF_PROJECTS = new LRUCache<string, TimeBudget>({ max: PROJECTS });

/** Returns the budget that the runs of a project share. */
export function getOrCreateBudget(project: string): TimeBudget {
  let budget = OF_PROJECTS.get(project);
  if (budget === undefined) OF_PROJECTS.set(project, (budget = new TimeBudget()));
  return budget;
}

/** Time of one turn of the event loop for all runs together, and the minimum for one run (ms). */
const TURN_MS = 4;
const LEAST_MS = 0.5;

let spentOfTurn: number | null = null;

/** Returns the time for which a run may be read in this turn (ms). */
export function leftOfTurn(): number {
  return Math.max(LEAST_MS, TURN_MS - (spentOfTurn ?? 0));
}

/** Counts `ms` of work that has just ended, for any run. */
export function spendOfTurn(ms: number): void {
  if (spentOfTurn === null) setImmediate(() => (spentOfTurn = null));
  spentOfTurn = (spentOfTurn ?? 0) + ms;
}
