/**
 * The workers that a task may run on, as text: the tags that it asks for and the needs of its version, sorted and
 * separated by spaces; empty without either. Tasks of one pool are found together.
 */
export type Pool = string;

/** The tasks that a worker takes. */
export interface Taken {
  tags: readonly string[];
  /** The needs that the worker's release meets, as words of {@link needed}. */
  needs: readonly string[];
  /** True if the worker does not take tasks without tags. */
  onlyTagged: boolean;
}

/** Prefix of a need, which no tag can have. */
const NEEDED = 'needs:';

/** Returns the word of a pool for a need, by its name. */
export function needed(name: string): string {
  return NEEDED + name;
}

export function toPool(tags: readonly string[]): Pool {
  return [...new Set(tags)].toSorted().join(' ');
}

export function splitPool(pool: Pool): string[] {
  return pool === '' ? [] : pool.split(' ');
}

/** Returns the pool without its needs, as people name it. */
export function withoutNeeds(pool: Pool): Pool {
  return toPool(toTaken(splitPool(pool), false).tags);
}

/** Returns what a worker takes, according to its row. */
export function takenBy(worker: { tags: string; only_tagged: boolean }): Taken {
  // SQLite has no booleans.
  return toTaken(splitPool(worker.tags), Boolean(worker.only_tagged));
}

/** Returns what a worker with these words takes. */
export function toTaken(words: readonly string[], onlyTagged: boolean): Taken {
  return {
    tags: words.filter((word) => !word.startsWith(NEEDED)),
    needs: words.filter((word) => word.startsWith(NEEDED)),
    onlyTagged,
  };
}

/** Returns whether a worker takes the tasks of a pool: it has all of their tags, and its release meets their needs. */
export function takes({ tags, needs, onlyTagged }: Taken, pool: Pool): boolean {
  if (pool === '') return !onlyTagged;
  const asked = toTaken(splitPool(pool), onlyTagged);
  if (onlyTagged && asked.tags.length === 0) return false;
  return (
    asked.tags.every((tag) => tags.includes(tag)) && asked.needs.every((one) => needs.includes(one))
  );
}
