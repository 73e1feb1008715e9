import { LRUCache } from 'lru-cache';
import type { LogLevel, MetarunClient, TaskEvent } from '@metarun/client';
import { CommandError } from '../../frame/command-error.js';
import { EXIT } from '../../frame/exit-codes.js';
import { plainLine } from '../../frame/plain-text.js';
import { formatOf, markOf } from '../../frame/status-mark.js';
import { style } from '../../frame/terminal.js';
import { shortId } from './find-task.js';

/** Tasks whose names are remembered. */
const REMEMBERED = 5000;

/** A line for each thing that happens to any task of the project, until Ctrl-C. */
export async function watchProject(
  client: MetarunClient,
  { level, json }: { level?: LogLevel | undefined; json: boolean },
): Promise<void> {
  const interrupted = new AbortController();
  const stop = (): void => interrupted.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const names = new LRUCache<string, string>({ max: REMEMBERED });
  const nameOf = async (id: string): Promise<string> => {
    const known = names.get(id);
    if (known !== undefined) return known;
    const { name } = await client.tasks.get(id);
    names.set(id, plainLine(name));
    return plainLine(name);
  };
  if (!json) process.stderr.write('All tasks of the project, from now on; Ctrl-C ends it.\n');
  try {
    const signal = interrupted.signal;
    for await (const event of client.events({ signal, ...(level && { level }) }))
      process.stdout.write(
        json
          ? `${JSON.stringify({ id: event.id, type: event.type, ...event.data })}\n`
          : `${lineOf(event, await nameOf(event.data.task_id))}\n`,
      );
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
    throw new CommandError('Nothing is watched any more; the tasks go on.', {
      code: 'interrupted',
      exit: EXIT.interrupted,
    });
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

function lineOf(event: TaskEvent, name: string): string {
  const time = new Date(event.data.time).toTimeString().slice(0, 8);
  const faint = style('dim', process.stdout);
  return `${faint(`${time} ${shortId(event.data.task_id)}`)} ${name}  ${told(event)}`;
}

function told(event: TaskEvent): string {
  const status = (name: string, more = ''): string =>
    style(formatOf(name), process.stdout)(`${markOf(name)} ${name}${more}`);
  switch (event.type) {
    case 'status': {
      const { error_code: code, error_message: message } = event.data;
      const why = code === null ? '' : `: ${plainLine(message ?? code)}`;
      return status(event.data.status, why);
    }
    case 'phase':
      return plainLine(event.data.phase);
    case 'progress':
      return `${event.data.progress} %`;
    case 'log':
      return `${event.data.level}: ${plainLine(event.data.text)}`;
    case 'step':
      return `${event.data.kind} ${JSON.stringify(plainLine(event.data.name))} ${event.data.status}`;
    case 'approval':
      return `approval ${status(event.data.status)} ${plainLine(event.data.prompt)}`;
  }
}
