/** The usual constant of reciprocal rank fusion: how little a first place outweighs a second one. */
const FUSION = 60;

/** Returns the scores of numbers over several ranked lists: the sums of the reciprocals of their ranks. */
export function fused(lists: readonly (readonly number[])[]): Map<number, number> {
  const scores = new Map<number, number>();
  for (const list of lists)
    for (const [index, one] of list.entries())
      scores.set(one, (scores.get(one) ?? 0) + 1 / (FUSION + index + 1));
  return scores;
}
