import type { Reporter } from 'metarun/workflow';

/** Which text to look at. */
interface Params {
  path: string;
}

/** The result for the parent. */
export interface Found {
  words: number;
  most_frequent: string;
}

export default async function run({ path }: Params, reporter: Reporter): Promise<Found> {
  reporter.setPhase('Counting');
  const text = await reporter.files.read(path);
  if (typeof text !== 'string') throw new Error(`${path} is not UTF-8 text`);
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const [best] = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  if (best === undefined) throw new Error(`${path} has no words`);
  return { words: words.length, most_frequent: best[0] };
}
