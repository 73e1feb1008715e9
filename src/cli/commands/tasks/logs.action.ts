import { everyPage, type LogLevel, type LogLine, type MetarunClient } from '@metarun/client';
import { CommandError } from '../../toolkit/command-error.js';
import { connect, type ConnectionOptions } from '../../toolkit/connection.js';
import { EXIT } from '../../toolkit/exit-codes.js';
import { LiveView } from '../../toolkit/live-view.js';
import { plainText } from '../../toolkit/plain-text.js';
import { printJson } from '../../toolkit/print-json.js';
import { cut } from '../../toolkit/text-width.js';
import { style } from '../../toolkit/terminal.js';
import { findTask } from '../../toolkit/find-task.js';
import { stdout } from '../../toolkit/output.js';

interface Options extends ConnectionOptions {
  level?: LogLevel;
  follow?: boolean;
  tail?: number;
  search?: string;
  attempt?: number;
  json?: boolean;
}

interface Filter {
  level?: LogLevel;
  q?: string;
  attempt?: number;
}
type Line = Pick<LogLine, 'time' | 'level' | 'text' | 'attempt'>;

const PAGE = 1_000;
const FORMAT = { debug: 'dim', info: 'reset', warning: 'yellow', error: 'red' } as const;

export async function runLogs(reference: string, options: Options): Promise<void> {
  const { level, follow = false, tail, json = false } = options;
  const { client } = await connect(options);
  const id = await findTask(client, reference);
  const { search: q, attempt } = options;
  const filter = {
    ...(level !== undefined && { level }),
    ...(q !== undefined && { q }),
    ...(attempt !== undefined && { attempt }),
  };
  const { attempt: last } = await client.tasks.get(id);
  const print = (line: Line): boolean => stdout.write(formatLine(line, last > 1));
  const show = json ? printLine : print;
  if (tail === undefined) {
    if (follow) return followLogs(client, id, filter, { after: 0, show });
    // A JSON document is printed only when complete.
    const lines: LogLine[] = [];
    for await (const line of allLines(client, id, filter))
      if (json) lines.push(line);
      else print(line);
    return json ? printJson(lines) : undefined;
  }
  const newest = (await client.tasks.logs(id, { before: 0, limit: 1 })).items.at(0)?.seq ?? 0;
  const lines = await lastLines(client, id, filter, tail);
  if (json && !follow) return printJson(lines);
  for (const line of lines) show(line);
  // Lines that arrived between the requests are not printed twice.
  const after = Math.max(newest, lines.at(-1)?.seq ?? 0);
  if (follow) return followLogs(client, id, filter, { after, show });
}

/** Returns the last lines, oldest first. */
async function lastLines(
  client: MetarunClient,
  id: string,
  filter: Filter,
  count: number,
): Promise<LogLine[]> {
  const lines: LogLine[] = [];
  for await (const line of allLines(client, id, { ...filter, before: 0 })) {
    lines.push(line);
    if (lines.length === count) break;
  }
  return lines.toReversed();
}

async function* allLines(
  client: MetarunClient,
  id: string,
  filter: Filter & { before?: number },
): AsyncGenerator<LogLine, void, undefined> {
  const list = (query: Parameters<typeof client.tasks.logs>[1]) => client.tasks.logs(id, query);
  for await (const page of everyPage(list, { ...filter, limit: PAGE })) yield* page.items;
}

async function followLogs(
  client: MetarunClient,
  id: string,
  { level, q, attempt }: Filter,
  { after, show }: { after: number; show: (line: Line) => unknown },
): Promise<void> {
  const interrupted = new AbortController();
  const stop = (): void => interrupted.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const { signal } = interrupted;
  let open: Line | null = null;
  const view = new LiveView(stdout, (_, width) => (open === null ? [] : [cut(open.text, width)]));
  try {
    const wanted = {
      types: ['log'] as const,
      ...(level !== undefined && { level }),
      after,
      signal,
    };
    for await (const { type, data } of client.tasks.events(id, wanted)) {
      if (type !== 'log' || (attempt !== undefined && data.attempt !== attempt)) continue;
      if (q !== undefined && !data.text.toLowerCase().includes(q.toLowerCase())) continue;
      open = data.open === true ? data : null;
      if (open !== null) {
        view.start();
      } else {
        view.stop();
        show(data);
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CommandError('The task goes on.', { code: 'interrupted', exit: EXIT.interrupted });
  } finally {
    view.stop();
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

function printLine({ time, level, text, attempt }: Line): void {
  stdout.write(`${JSON.stringify({ time, level, text, attempt })}\n`);
}

/** Formats a line. `several` shows the attempt number of each line, for tasks with more than one attempt. */
function formatLine({ time, level, text, attempt }: Line, several: boolean): string {
  const faint = style('dim', stdout);
  const at = new Date(time).toISOString().replace('T', ' ').slice(0, 19);
  const [first = '', ...more] = plainText(text).split('\n');
  const which = several || attempt > 1 ? `[attempt ${attempt}] ` : '';
  const label = style(FORMAT[level], stdout)(level.padEnd(7));
  const head = `${faint(at)} ${label} ${faint(which)}${first}\n`;
  return head + more.map((line) => `${' '.repeat(28 + which.length)}${line}\n`).join('');
}
