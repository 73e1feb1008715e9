/** Runs up to `count` functions at a time, in the order of requests. */
export class Slots {
  private readonly waiting: (() => void)[] = [];

  constructor(private count: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.count > 0) this.count -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.count += 1;
    }
  }
}
