/** A read in progress. */
interface Read {
  readonly ended: Promise<void>;
  /** The next read, if a caller has requested one. */
  next: Promise<unknown> | null;
}

/**
 * Shares reads that are often requested at the same time. Requests that come during a read share the next one, so that
 * each sees whatever was committed before it was made.
 */
export class SharedReads {
  private readonly reads = new Map<string, Read>();

  /** Returns the result of `read`; `key` identifies its content. */
  get<T>(key: string, read: () => Promise<T>): Promise<T> {
    const under = this.reads.get(key);
    if (under === undefined) return this.begin(key, read);
    under.next ??= under.ended.then(() => this.begin(key, read));
    // All reads of one key have the same type.
    return under.next as Promise<T>;
  }

  private begin<T>(key: string, read: () => Promise<T>): Promise<T> {
    const current = read();
    const done = (): void => {
      if (under.next === null) this.reads.delete(key);
    };
    const under: Read = { ended: current.then(done, done), next: null };
    this.reads.set(key, under);
    return current;
  }
}
