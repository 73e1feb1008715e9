/** The usual constant of reciprocal rank fusion: how little more a first place counts for than a second. */
const FUSION = 60;

/** Returns how well numbers stand in lists of which each has the best first: the sum of the reciprocals of their places. */
export function fused(lists: readonly (readonly number[])[]): Map<number, number> {
  const scores = new Map<number, number>();
  for (const list of lists)
    for (const [index, one] of list.entries())
      scores.set(one, (scores.get(one) ?? 0) + 1 / (FUSION + index + 1));
  return scores;
}
