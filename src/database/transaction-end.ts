/** What a transaction has been asked to do at its end. */
export class TransactionEnd {
  private readonly work: (() => Promise<void>)[] = [];
  private readonly effects: (() => void)[] = [];

  /** For those who write in the transaction. */
  readonly hooks = {
    beforeCommit: (work: () => Promise<void>): void => void this.work.push(work),
    afterCommit: (effect: () => void): void => void this.effects.push(effect),
  };

  /** Does what is left before the commit once `working` has ended, and returns what that resolves to. */
  async of<T>(working: Promise<T>): Promise<T> {
    const result = await working;
    for (const work of this.work) await work();
    return result;
  }

  /** Calls the effects, in the order in which they were asked for. */
  committed(): void {
    for (const effect of this.effects) effect();
  }
}
