import type { Answer } from '../../support/server.js';

/** Counts of the outcomes of an attacker's actions. */
export class Tally {
  private readonly counts = new Map<string, number>();

  add(what: string, count = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + count);
  }

  get size(): number {
    return this.counts.size;
  }

  /** Answers that show an error of the server itself. */
  get broken(): string[] {
    return [...this.counts.keys()].filter((what) => /^answered 5(?!03)/.test(what));
  }

  /** Returns the outcomes, the most frequent first. */
  toString(): string {
    return [...this.counts]
      .toSorted(([, one], [, other]) => other - one)
      .map(([what, count]) => (count === 1 ? what : `${what} x${count}`))
      .join(', ');
  }
}

/** Returns a short description of what an answer means for the attacker. */
export function describeAnswer({ status, body }: Answer): string {
  if (status < 400) return `served ${status}`;
  const { code } = (body ?? {}) as { code?: string };
  const limited = status === 429 || status === 503;
  const verb = status >= 500 && !limited ? 'answered' : limited ? 'limited' : 'refused';
  return `${verb} ${status} ${code ?? ''}`.trimEnd();
}
