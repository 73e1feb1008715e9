/** How the things that an attacker did have ended, counted. */
export class Tally {
  private readonly counts = new Map<string, number>();

  add(what: string, count = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + count);
  }

  get size(): number {
    return this.counts.size;
  }

  /** Answers that say that the server itself broke. */
  get broken(): string[] {
    return [...this.counts.keys()].filter((what) => /^answered 5(?!03)/.test(what));
  }

  /** The most frequent first. */
  toString(): string {
    return [...this.counts]
      .toSorted(([, one], [, other]) => other - one)
      .map(([what, count]) => (count === 1 ? what : `${what} x${count}`))
      .join(', ');
  }
}

/** In a word what an answer means for who attacks. */
export function wordOf(status: number): string {
  if (status === 429) return 'limited 429';
  if (status === 503) return 'limited 503';
  if (status >= 500) return `answered ${status}`;
  return status >= 400 ? `refused ${status}` : `served ${status}`;
}
