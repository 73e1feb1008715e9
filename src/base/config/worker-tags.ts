/** A tag of a worker, or of a meta-task that only workers with the tag may run. */
export const TAG_PATTERN = /^[a-z0-9][a-z0-9._-]{0,62}$/;
const MOST_TAGS = 20;

/**
 * Returns the tags in METARUN_WORKER_TAGS, sorted and without duplicates; null if the text is not a list of tags.
 */
export function readTags(text: string): readonly string[] | null {
  if (text.trim() === '') return [];
  const tags = new Set(text.split(',').map((tag) => tag.trim()));
  const right = tags.size <= MOST_TAGS && [...tags].every((tag) => TAG_PATTERN.test(tag));
  return right ? [...tags].toSorted() : null;
}
