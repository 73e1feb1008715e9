/** A read under way. */
interface Read {
  readonly ended: Promise<void>;
  /** The one after it, where a caller has asked for it. */
  next: Promise<unknown> | null;
}

/**
 * Reads of which the same are often asked for at a time. Those that are asked for while one is under way share the next, so that
 * each sees whatever was committed before it was asked for.
 */
export class SharedReads {
  private readonly reads = new Map<string, Read>();

  /** `key` names what `read` reads. */
  get<T>(key: string, read: () => Promise<T>): Promise<T> {
    const under = this.reads.get(key);
    if (under === undefined) return this.begin(key, read);
    under.next ??= under.ended.then(() => this.begin(key, read));
    // Reads of one key are of one type.
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
