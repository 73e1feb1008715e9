import type { FileSearchResult, MetarunError, Reporter } from 'metarun/workflow';

/** Number of sections that are read: those that the search puts first. */
const SECTIONS = 30;
const ENDS = /(?<=[.!?])\s+(?=[\p{Lu}\p{N}])/u;
const WORDS = /[\p{L}\p{N}_]{3,}/gu;
const MARKUP = /^\s*(?:[#>|]|```|---).*$/gm;

/** The topic to look for. */
interface Params {
  /** A few words. */
  topic: string;
  /** Only in this directory or document. */
  path?: string | null;
  /**
   * The most sentences that the summary has.
   * @integer
   * @minimum 1
   * @maximum 50
   * @default 6
   */
  sentences?: number;
}

interface Section {
  heading: string;
  /** Path, anchor and lines. */
  cited: string;
  text: string;
}

interface Sentence {
  section: Section;
  text: string;
  words: ReadonlySet<string>;
}

export default async function run(params: Params, reporter: Reporter) {
  const { topic: named, path = null, sentences: most = 6 } = params;
  const topic = splitWords(named);
  if (topic.length === 0) throw new Error('topic has no word of three letters or more');

  reporter.setPhase('Finding');
  const found = await find(reporter, topic, path);
  reporter.log(`${found.length} sections mention ${named}`);

  reporter.setPhase('Reading');
  const sentences: Sentence[] = [];
  for (const [index, hit] of found.entries()) {
    const section = await read(reporter, hit);
    const plain = section.text.replaceAll(MARKUP, '').trim().split(/\s+/).join(' ');
    for (const text of plain.split(ENDS)) {
      const words = new Set(splitWords(text));
      if (words.size > 0) sentences.push({ section, text, words });
    }
    reporter.setProgress((80 * (index + 1)) / found.length);
  }

  reporter.setPhase('Writing');
  const chosen = choose(sentences, topic, most);
  const summary = `/summaries/${topic.join('-').slice(0, 80)}.md`;
  await reporter.files.write(summary, asMarkdown(named, chosen));
  reporter.setProgress(100);
  return {
    summary,
    sentences: chosen.map(({ text }) => text),
    sources: listSources(chosen),
  };
}

function splitWords(text: string): string[] {
  return (text.match(WORDS) ?? []).map((word) => word.toLowerCase());
}

/** The sections with all of the words; where there is none, those with one of them. */
async function find(
  reporter: Reporter,
  topic: readonly string[],
  path: string | null,
): Promise<FileSearchResult[]> {
  const search = (words: readonly string[]): Promise<FileSearchResult[]> =>
    reporter.files.search(words.map((word) => `${word}*`).join(' '), { path, limit: SECTIONS });
  let hits = await search(topic);
  if (hits.length === 0) for (const word of topic) hits = hits.concat(await search([word]));
  const unique = new Map(hits.map((hit) => [`${hit.path}:${hit.first_line}`, hit]));
  // What this meta-task has written itself is not a source.
  const foreign = [...unique.values()].filter((hit) => !hit.path.startsWith('/summaries/'));
  // In the order of the documents, so that the sentences that are chosen are in it too.
  return foreign
    .slice(0, SECTIONS)
    .sort((a, b) => (a.path === b.path ? a.first_line - b.first_line : a.path < b.path ? -1 : 1));
}

/** Returns the text below the heading itself, up to the next one. */
async function read(reporter: Reporter, hit: FileSearchResult): Promise<Section> {
  let last = hit.last_line;
  try {
    for (const { first_line: line } of await reporter.files.outline(hit.path))
      if (line > hit.first_line) last = Math.min(last, line - 1);
  } catch (error) {
    // A text that is not Markdown has no outline.
    reporter.log(`${hit.path}: ${(error as MetarunError).message}`, 'debug');
  }
  const text = await reporter.files.readLines(hit.path, hit.first_line, last);
  const anchor = hit.anchor === null ? '' : `#${hit.anchor}`;
  const cited = `${hit.path}${anchor}, lines ${hit.first_line} to ${last}`;
  return { heading: hit.heading.join(' › ').toLowerCase(), cited, text };
}

/** The best sentences, in the order of their documents: near to the topic, and not the same thing twice. */
function choose(
  sentences: readonly Sentence[],
  topic: readonly string[],
  most: number,
): Sentence[] {
  const frequency = new Map<string, number>();
  for (const { words } of sentences)
    for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const chosen = new Set<Sentence>();
  while (chosen.size < most) {
    let [best, bestScore]: [Sentence | null, number] = [null, 0];
    for (const sentence of sentences) {
      const points = chosen.has(sentence) ? 0 : score(sentence, topic, frequency, chosen);
      if (points > bestScore) [best, bestScore] = [sentence, points];
    }
    if (best === null) break;
    chosen.add(best);
  }
  return sentences.filter((sentence) => chosen.has(sentence));
}

function score(
  { section, words }: Sentence,
  topic: readonly string[],
  frequency: ReadonlyMap<string, number>,
  chosen: ReadonlySet<Sentence>,
): number {
  const all = [...words];
  const inHeading = topic.filter((word) => section.heading.includes(word)).length;
  const inText = topic.filter((start) => all.some((word) => word.startsWith(start))).length;
  if (inHeading + inText === 0) return 0;
  // Topics that the documents mention again and again say more about them.
  const weight = all.reduce((sum, word) => sum + (frequency.get(word) ?? 0), 0) / all.length;
  const same = Math.max(0, ...[...chosen].map((other) => overlap(words, other.words)));
  return (2 * inText + inHeading + 0.1 * weight) * (1 - same);
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = [...one].filter((word) => other.has(word)).length;
  return both / (one.size + other.size - both);
}

function listSources(chosen: readonly Sentence[]): string[] {
  return [...new Set(chosen.map(({ section }) => section.cited))];
}

function asMarkdown(topic: string, chosen: readonly Sentence[]): string {
  const sources = listSources(chosen);
  const lines = [`# ${topic}`, ''];
  for (const { section, text } of chosen)
    lines.push(`- ${text} [${sources.indexOf(section.cited) + 1}]`);
  if (chosen.length === 0) lines.push('The documents say nothing about it.');
  else lines.push('', '## Sources', '');
  lines.push(...sources.map((cited, index) => `${index + 1}. ${cited}`));
  return `${lines.join('\n')}\n`;
}
