/** Requests of several owners, which take turns; the requests of one owner keep their order. */
export class FairQueue<T> {
  private readonly waiting = new Map<string, T[]>();

  get size(): number {
    let size = 0;
    for (const requests of this.waiting.values()) size += requests.length;
    return size;
  }

  /** Returns whether requests of owners other than `owner` are waiting. */
  holdsOthersThan(owner: string): boolean {
    return this.waiting.size > (this.waiting.has(owner) ? 1 : 0);
  }

  countWaiting(owner: string): number {
    return this.waiting.get(owner)?.length ?? 0;
  }

  push(owner: string, request: T): void {
    const requests = this.waiting.get(owner);
    if (requests === undefined) this.waiting.set(owner, [request]);
    else requests.push(request);
  }

  /** The owners with waiting requests, in the order of their turns. */
  get owners(): Iterable<string> {
    return this.waiting.keys();
  }

  /** The owner whose turn it is; undefined if the queue is empty. */
  get next(): string | undefined {
    return this.waiting.keys().next().value;
  }

  /** Removes and returns the first request of `owner`, which then moves behind all other owners. */
  shift(owner: string): T | undefined {
    const requests = this.waiting.get(owner);
    const request = requests?.shift();
    this.waiting.delete(owner);
    if (requests !== undefined && requests.length > 0) this.waiting.set(owner, requests);
    return request;
  }

  /** Removes and returns all requests. */
  clear(): T[] {
    const all = [...this.waiting.values()].flat();
    this.waiting.clear();
    return all;
  }
}
