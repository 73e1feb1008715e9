/**
 * The workers that a task may run on, in one text: the tags that it asks for, and what its version needs of a release, sorted, with
 * spaces between; '' asks for neither. Tasks of one pool are found together.
 */
export type Pool = string;

/** The tasks that a worker takes. */
export interface Taken {
  tags: readonly string[];
  /** The needs that its release can meet and not every release, as words of {@link needed}. */
  needs: readonly string[];
  /** True where it leaves those that ask for no tag to others. */
  onlyTagged: boolean;
}

/** Begins a word for something that only newer releases can run. A tag has no such sign. */
const NEEDED = 'needs:';

/** Returns the word of a pool for what a version needs of a release, by its name. */
export function needed(name: string): string {
  return NEEDED + name;
}

export function poolOf(tags: readonly string[]): Pool {
  return [...new Set(tags)].toSorted().join(' ');
}

export function tagsOf(pool: Pool): string[] {
  return pool === '' ? [] : pool.split(' ');
}

/** Returns the pool without what its tasks need of a release: the workers that are wanted for it. */
export function withoutNeeds(pool: Pool): Pool {
  return poolOf(takenOf(tagsOf(pool), false).tags);
}

/** Returns what a worker takes, by its row. */
export function takenBy(worker: { tags: string; only_tagged: boolean }): Taken {
  // SQLite has no booleans.
  return takenOf(tagsOf(worker.tags), Boolean(worker.only_tagged));
}

/** Returns what a worker takes that has these words. */
export function takenOf(words: readonly string[], onlyTagged: boolean): Taken {
  return {
    tags: words.filter((word) => !word.startsWith(NEEDED)),
    needs: words.filter((word) => word.startsWith(NEEDED)),
    onlyTagged,
  };
}

/** Returns whether a worker takes the tasks of a pool: it has each tag that they ask for, and its release what they need. */
export function takes({ tags, needs, onlyTagged }: Taken, pool: Pool): boolean {
  if (pool === '') return !onlyTagged;
  const asked = takenOf(tagsOf(pool), onlyTagged);
  if (onlyTagged && asked.tags.length === 0) return false;
  return (
    asked.tags.every((tag) => tags.includes(tag)) && asked.needs.every((one) => needs.includes(one))
  );
}
