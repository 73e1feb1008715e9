/** Work that runs by itself from the start of a process until its end. */
export interface BackgroundWork {
  start(): void | Promise<void>;
  /** Resolves once all of its work has ended. */
  stop(): void | Promise<void>;
}

/** Several works that start one after the other, and stop in reverse order. */
export class BackgroundWorks implements BackgroundWork {
  private readonly started: BackgroundWork[] = [];

  constructor(private readonly works: readonly BackgroundWork[]) {}

  async start(): Promise<void> {
    for (const work of this.works) {
      // One whose start fails may have begun.
      this.started.push(work);
      await work.start();
    }
  }

  /** Stops those that have been started. */
  async stop(): Promise<void> {
    for (let work = this.started.pop(); work !== undefined; work = this.started.pop())
      await work.stop();
  }
}
