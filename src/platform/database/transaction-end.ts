/** The work before a transaction's commit, and the effects after it. */
export class TransactionEnd {
  private readonly work: (() => Promise<void>)[] = [];
  private readonly effects: (() => void)[] = [];

  /** Registration for callers that write in the transaction. */
  readonly hooks = {
    beforeCommit: (work: () => Promise<void>): void => void this.work.push(work),
    afterCommit: (effect: () => void): void => void this.effects.push(effect),
  };

  /** Awaits `working`, does the work before the commit, and returns the result of `working`. */
  async of<T>(working: Promise<T>): Promise<T> {
    const result = await working;
    for (const work of this.work) await work();
    return result;
  }

  /** Runs the effects, in the order of their registration. */
  committed(): void {
    for (const effect of this.effects) effect();
  }
}
