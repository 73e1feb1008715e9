import { LRUCache } from 'lru-cache';

/** Part of the host's time that runs may take for long: what all projects may take together that take much of it. */
const SHARE = 0.2;
/** What a project's runs may take beyond that at once (ms). */
const BURST_MS = 20;
/** From this on a project is one of those that take much (ms). */
const MUCH_MS = 10;
/** Projects whose budgets are kept. */
const PROJECTS = 1_000;

/** Those that take much of the host's time at the moment. */
export type Crowd = Set<TimeBudget>;

const ALL: Crowd = new Set();

/**
 * Keeps a project's runs from taking the host's one thread for themselves by what they send. The reader reports how long
 * each read took and gets the pause before the next one. `crowd`: the budgets that share the time; by default those of all
 * projects in this process.
 */
export class TimeBudget {
  private spent = 0;
  private at = performance.now();

  constructor(private readonly crowd: Crowd = ALL) {}

  /** Counts work of `ms` that has just ended; gives the pause before more of it may begin (ms), 0 within the budget. */
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

/** The budget that the runs of a project share. */
export function budgetOf(project: string): TimeBudget {
  let budget = OF_PROJECTS.get(project);
  if (budget === undefined) OF_PROJECTS.set(project, (budget = new TimeBudget()));
  return budget;
}

/** What all runs together may take of a turn of the event loop, and the least that one of them gets in it (ms). */
const TURN_MS = 4;
const LEAST_MS = 0.5;

let spentOfTurn: number | null = null;

/** For how long a run may be attended to in this turn (ms). */
export function leftOfTurn(): number {
  return Math.max(LEAST_MS, TURN_MS - (spentOfTurn ?? 0));
}

/** Counts work of `ms` for a run that has just ended. */
export function spendOfTurn(ms: number): void {
  if (spentOfTurn === null) setImmediate(() => (spentOfTurn = null));
  spentOfTurn = (spentOfTurn ?? 0) + ms;
}
