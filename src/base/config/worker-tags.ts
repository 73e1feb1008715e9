/** A tag of a worker, and of what runs on workers that have it. */
export const TAG_PATTERN = /^[a-z0-9][a-z0-9._-]{0,62}$/;
const MOST_TAGS = 20;

/** Returns the tags of the setting METARUN_WORKER_TAGS, in their order, each once; null for a text that is no list of tags. */
export function readTags(text: string): readonly string[] | null {
  if (text.trim() === '') return [];
  const tags = new Set(text.split(',').map((tag) => tag.trim()));
  const right = tags.size <= MOST_TAGS && [...tags].every((tag) => TAG_PATTERN.test(tag));
  return right ? [...tags].toSorted() : null;
}
