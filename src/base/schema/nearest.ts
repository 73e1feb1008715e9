/** Length above which names are not compared: the work is the product of the lengths. */
const MAX_LENGTH = 50;
/** Most candidates that are compared. */
export const MAX_CANDIDATES = 200;

/** Returns the candidate of which `name` is most likely a misspelling, or undefined. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const near = candidates
    .slice(0, MAX_CANDIDATES)
    .filter(({ length }) => length <= MAX_LENGTH)
    .map((candidate) => ({ candidate, edits: edits(folded(name), folded(candidate)) }))
    .filter(({ candidate, edits }) => edits <= Math.min(2, Math.ceil(candidate.length / 3)))
    .toSorted((one, other) => one.edits - other.edits);
  return near[0]?.candidate;
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}

/** Returns the number of insertions, deletions and replacements of one character between two texts (Levenshtein). */
function edits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, character] of [...one].entries()) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j += 1)
      next.push(
        Math.min(
          (next[j] ?? 0) + 1,
          (row[j + 1] ?? 0) + 1,
          (row[j] ?? 0) + (character === other[j] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[other.length] ?? 0;
}
