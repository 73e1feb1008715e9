/**
 * The workers that a task may run on, in one text: the tags that it asks for, sorted, with spaces between; '' asks for none.
 * Tasks of one pool are found together.
 */
export type Pool = string;

/** The tasks that a worker takes. */
export interface Taken {
  tags: readonly string[];
  /** True where it leaves those that ask for no tag to others. */
  onlyTagged: boolean;
}

export function poolOf(tags: readonly string[]): Pool {
  return [...new Set(tags)].toSorted().join(' ');
}

export function tagsOf(pool: Pool): string[] {
  return pool === '' ? [] : pool.split(' ');
}

/** Returns what a worker takes, by its row. */
export function takenBy(worker: { tags: string; only_tagged: boolean }): Taken {
  // SQLite has no booleans.
  return { tags: tagsOf(worker.tags), onlyTagged: Boolean(worker.only_tagged) };
}

/** Returns whether a worker takes the tasks of a pool: it has each tag that they ask for. */
export function takes({ tags, onlyTagged }: Taken, pool: Pool): boolean {
  if (pool === '') return !onlyTagged;
  return tagsOf(pool).every((tag) => tags.includes(tag));
}
