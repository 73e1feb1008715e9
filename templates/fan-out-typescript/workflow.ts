import type { Reporter, TaskOutcome } from 'metarun/workflow';
import type { Found } from './part/workflow.ts';

/** The meta-task in the folder `part`. */
const PART = 'fan-out-typescript-part';
const AT_ONCE = 100;
/** No task may have more children than this. */
const MAX_TEXTS = 1000;

/** Which texts to look at. */
interface Params {
  /**
   * A directory of the workspace; all `.txt` and `.md` files below it.
   * @default "/texts"
   */
  path?: string;
  /**
   * The task fails when more of its parts than this have failed.
   * @integer
   * @minimum 0
   * @default 0
   */
  max_failed?: number;
}

interface Counted extends Found {
  path: string;
}

interface Failed {
  path: string;
  error: string;
}

export default async function run(params: Params, reporter: Reporter) {
  const { path: folder = '/texts', max_failed: maxFailed = 0 } = params;
  reporter.setPhase('Listing');
  // A step, so that every replay has the same texts, whatever is uploaded meanwhile.
  const paths = await reporter.step('list the texts', async () => {
    const entries = await reporter.files.glob('**/*.{txt,md}', { path: folder });
    return entries.map(({ path }) => path);
  });
  if (paths.length > MAX_TEXTS)
    throw new Error(`${folder} has ${paths.length} texts; a task can have ${MAX_TEXTS} parts`);

  reporter.setPhase('Counting');
  const outcomes: TaskOutcome<Found>[] = [];
  for (let start = 0; start < paths.length; start += AT_ONCE) {
    const group = paths.slice(start, start + AT_ONCE);
    const parts = group.map((path) => [PART, { path }, `Count ${path}`.slice(0, 200)] as const);
    // `settled`: one text that cannot be read is no reason to lose the others.
    outcomes.push(...(await reporter.runTasks<Found>(parts, { settled: true })));
    reporter.setProgress((95 * outcomes.length) / paths.length);
  }

  reporter.setPhase('Gathering');
  const counted: Counted[] = [];
  const failed: Failed[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    const path = paths[index] ?? '';
    if (outcome.status === 'success') counted.push({ path, ...outcome.result });
    else {
      failed.push({ path, error: outcome.error_message });
      reporter.log(`${path}: ${outcome.error_message}`, 'warning');
    }
  }
  const [first] = failed;
  if (first && failed.length > maxFailed)
    throw new Error(
      `${failed.length} of ${paths.length} parts failed, ${maxFailed} may; ` +
        `the first is ${first.path}: ${first.error}`,
    );
  await reporter.files.write('/reports/words.md', asMarkdown(counted, failed));
  return {
    texts: counted.length,
    words: counted.reduce((sum, { words }) => sum + words, 0),
    failed,
    report: '/reports/words.md',
  };
}

function asMarkdown(counted: readonly Counted[], failed: readonly Failed[]): string {
  const lines = [
    '# Words',
    '',
    '| text | words | most frequent |',
    '| ---- | ----: | ------------- |',
  ];
  for (const { path, words, most_frequent } of counted.toSorted((a, b) => b.words - a.words))
    lines.push(`| ${path} | ${words} | ${most_frequent} |`);
  if (failed.length > 0) lines.push('', '## Not counted', '');
  lines.push(...failed.map(({ path, error }) => `- ${path}: ${error}`));
  return `${lines.join('\n')}\n`;
}
