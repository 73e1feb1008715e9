import { LRUCache } from 'lru-cache';

/** The share of the host's time that all projects with much use may take together. */
const SHARE = 0.2;
/** Time that a project's runs may take at once beyond that (ms). */
const BURST_MS = 20;
/** Use from which on a project counts as one with much use (ms). */
const MUCH_MS = 10;
/** Projects whose budgets are kept. */
const PROJECTS = 1_000;

/** The budgets of projects with much use at the moment. */
export type Crowd = Set<TimeBudget>;

const ALL: Crowd = new Set();

/**
 * Keeps a project's runs from occupying the host's one thread with the data that they send. The reader reports how long each
 * read took and gets the pause before the next one. `crowd`: the budgets that share the time; by default those of all
 * projects in this process.
 */
export class TimeBudget {
  private spent = 0;
  private at = performance.now();

  constructor(private readonly crowd: Crowd = ALL) {}

  /** Counts work of `ms` that has just ended. Returns the pause before more of it may begin (ms), 0 within the budget. */
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
export function budgetOf(project: string): TimeBudget {
  let budget = OF_PROJECTS.get(project);
  if (budget === undefined) OF_PROJECTS.set(project, (budget = new TimeBudget()));
  return budget;
}

/** Time of one turn of the event loop for all runs together, and the least for one of them (ms). */
const TURN_MS = 4;
const LEAST_MS = 0.5;

let spentOfTurn: number | null = null;

/** Returns the time for which a run may be read in this turn (ms). */
export function leftOfTurn(): number {
  return Math.max(LEAST_MS, TURN_MS - (spentOfTurn ?? 0));
}

/** Counts work of `ms` for a run that has just ended. */
export function spendOfTurn(ms: number): void {
  if (spentOfTurn === null) setImmediate(() => (spentOfTurn = null));
  spentOfTurn = (spentOfTurn ?? 0) + ms;
}
