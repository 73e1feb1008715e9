import type { LogLevel, LogLine, MetarunClient } from '@metarun/client';
import { CommandError } from '../../toolkit/command-error.js';
import { connect, type ConnectionOptions } from '../../toolkit/connection.js';
import { EXIT } from '../../toolkit/exit-codes.js';
import { plainText } from '../../toolkit/plain-text.js';
import { printJson } from '../../toolkit/print-json.js';
import { style } from '../../toolkit/terminal.js';
import { findTask } from '../../toolkit/find-task.js';

interface Options extends ConnectionOptions {
  level?: LogLevel;
  follow?: boolean;
  tail?: number;
  json?: boolean;
}

type Line = Pick<LogLine, 'time' | 'level' | 'text' | 'attempt'>;

const PAGE = 1000;
const FORMAT = { debug: 'dim', info: 'reset', warning: 'yellow', error: 'red' } as const;

export async function runLogs(reference: string, options: Options): Promise<void> {
  const { level, follow = false, tail, json = false } = options;
  const { client } = await connect(options);
  const id = await findTask(client, reference);
  const filter = level === undefined ? {} : { level };
  const lines: LogLine[] = [];
  const { attempt } = await client.tasks.get(id);
  const print = (line: Line): boolean => process.stdout.write(textOf(line, attempt > 1));
  if (follow && tail === undefined) return followLogs(client, id, filter, { print, json });
  for await (const line of allLines(client, id, filter)) {
    // What is counted from the end, or is one document, must be complete.
    if (!json && tail === undefined) print(line);
    else lines.push(line);
    if (tail !== undefined && lines.length > tail) lines.shift();
  }
  if (follow) {
    for (const line of lines)
      if (json) printLine(line);
      else print(line);
    return followLogs(client, id, { ...filter, after: lines.at(-1)?.seq ?? 0 }, { print, json });
  }
  if (json) return printJson(lines);
  for (const line of lines) print(line);
}

async function* allLines(
  client: MetarunClient,
  id: string,
  filter: { level?: LogLevel },
): AsyncGenerator<LogLine, void, undefined> {
  type Query = Parameters<typeof client.tasks.logs>[1];
  for (let next: Query | null = { ...filter, limit: PAGE }; next !== null;) {
    const page = await client.tasks.logs(id, next);
    yield* page.items;
    next = page.next;
  }
}

async function followLogs(
  client: MetarunClient,
  id: string,
  filter: { level?: LogLevel; after?: number },
  { print, json }: { print: (line: Line) => unknown; json: boolean },
): Promise<void> {
  const interrupted = new AbortController();
  const stop = (): void => interrupted.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const { signal } = interrupted;
  try {
    for await (const event of client.tasks.events(id, { types: ['log'], ...filter, signal })) {
      if (event.type !== 'log') continue;
      if (json) printLine(event.data);
      else print(event.data);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new CommandError('The task goes on.', { code: 'interrupted', exit: EXIT.interrupted });
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

function printLine({ time, level, text, attempt }: Line): void {
  process.stdout.write(`${JSON.stringify({ time, level, text, attempt })}\n`);
}

/** `several`: the task has had more than one attempt, so that each line shows its own. */
function textOf({ time, level, text, attempt }: Line, several: boolean): string {
  const faint = style('dim', process.stdout);
  const at = new Date(time).toISOString().replace('T', ' ').slice(0, 19);
  const [first = '', ...more] = plainText(text).split('\n');
  const which = several || attempt > 1 ? `[attempt ${attempt}] ` : '';
  const label = style(FORMAT[level], process.stdout)(level.padEnd(7));
  const head = `${faint(at)} ${label} ${faint(which)}${first}\n`;
  return head + more.map((line) => `${' '.repeat(28 + which.length)}${line}\n`).join('');
}
