/** Work that a process does from its start until its end. */
export interface BackgroundWork {
  start(): void | Promise<void>;
  /** Stops the work. Resolves once all of it has ended. */
  stop(): void | Promise<void>;
}

/** Several works that are started one after the other and stopped in reverse order. */
export class BackgroundWorks implements BackgroundWork {
  private readonly started: BackgroundWork[] = [];

  constructor(private readonly works: readonly BackgroundWork[]) {}

  async start(): Promise<void> {
    for (const work of this.works) {
      // A work whose start fails may have partly begun.
      this.started.push(work);
      await work.start();
    }
  }

  /** Stops the works that have been started. */
  async stop(): Promise<void> {
    for (let work = this.started.pop(); work !== undefined; work = this.started.pop())
      await work.stop();
  }
}
