import type { FileEntry, Reporter } from 'metarun/workflow';

const DAY = 24 * 60 * 60 * 1000;

/** Which days to report on. */
interface Params {
  /**
   * The last of them; without it the day before the one in the task's name, else yesterday.
   * @format date
   */
  day?: string | null;
  /**
   * So many days in all, so that a day that was missed, or whose events came late, gets its report.
   * @integer
   * @minimum 1
   * @maximum 366
   * @default 7
   */
  look_back_days?: number;
}

export default async function run(params: Params, reporter: Reporter) {
  const { day: named = null, look_back_days: count = 7 } = params;
  reporter.setPhase('Looking');
  const last = named ?? (await dayOfTick(reporter));
  const days = Array.from({ length: count }, (_, index) => daysBefore(last, count - 1 - index));
  const events = await filesByDay(reporter, '/events', '.jsonl');
  const reports = await filesByDay(reporter, '/reports', '.md');

  reporter.setPhase('Reporting');
  const written: string[] = [];
  const upToDate: string[] = [];
  const withoutEvents: string[] = [];
  for (const [index, day] of days.entries()) {
    const source = events.get(day);
    const report = reports.get(day);
    if (source === undefined) withoutEvents.push(day);
    // The same events lead to the same report: an existing report is left alone, however often this runs.
    else if (report && (await readEtag(reporter, report.path)) === source.etag) upToDate.push(day);
    else {
      const path = `/reports/${day}.md`;
      await reporter.files.write(path, await reportOn(reporter, day, source));
      written.push(path);
    }
    reporter.setProgress((100 * (index + 1)) / days.length);
  }
  return { written, up_to_date: upToDate, without_events: withoutEvents };
}

/** A tick's own date does not change when the task runs late, or is tried again the day after. */
async function dayOfTick(reporter: Reporter): Promise<string> {
  const named = /\d{4}-\d\d-\d\d/.exec(reporter.task.name)?.[0];
  const today =
    named ?? (await reporter.step('today', () => new Date().toISOString().slice(0, 10)));
  return daysBefore(today, 1);
}

function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(day) - count * DAY).toISOString().slice(0, 10);
}

/** The files of a folder that are named by a day, by that day. */
async function filesByDay(
  reporter: Reporter,
  folder: string,
  ending: string,
): Promise<Map<string, FileEntry>> {
  if (!(await reporter.files.exists(folder))) return new Map();
  const entries = await reporter.files.list(folder);
  return new Map(
    entries
      .filter(({ name }) => name.endsWith(ending) && /^\d{4}-\d\d-\d\d$/.test(stem(name)))
      .map((entry) => [stem(entry.name), entry]),
  );
}

function stem(name: string): string {
  return name.slice(0, name.lastIndexOf('.'));
}

/** The etag of the events that a report was made of. */
async function readEtag(reporter: Reporter, report: string): Promise<string | null> {
  const found = /^---\nevents: (\S+)\n/.exec(String(await reporter.files.read(report)));
  return found?.[1] === undefined ? null : JSON.parse(found[1]);
}

async function reportOn(reporter: Reporter, day: string, source: FileEntry): Promise<string> {
  const counts = new Map<string, number>();
  let cents = 0;
  const bad: number[] = [];
  const text = String(await reporter.files.read(source.path));
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      const { kind, amount = 0 } = JSON.parse(line) as { kind?: unknown; amount?: unknown };
      if (typeof kind !== 'string') throw new TypeError('an event needs its kind as a text');
      if (typeof amount !== 'number') throw new TypeError('an amount is a number');
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      // In cents, so that the sum is exact.
      cents += Math.round(amount * 100);
    } catch (error) {
      bad.push(index + 1);
      reporter.log(`${source.path}:${index + 1}: ${error}`, 'warning');
    }
  }
  const lines = ['---', `events: ${JSON.stringify(source.etag)}`, '---', '', `# ${day}`, ''];
  lines.push('| kind | events |', '| ---- | -----: |');
  for (const kind of [...counts.keys()].sort()) lines.push(`| ${kind} | ${counts.get(kind)} |`);
  lines.push('', `Amounts add up to ${(cents / 100).toFixed(2)}.`);
  if (bad.length > 0) lines.push('', `Lines that could not be read: ${bad.join(', ')}.`);
  return `${lines.join('\n')}\n`;
}
