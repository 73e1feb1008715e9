import type { LogLevel, MetarunClient, TaskEvent } from '@metarun/client';
import { CommandError } from '../../toolkit/command-error.js';
import { EXIT } from '../../toolkit/exit-codes.js';
import { ProjectLines } from '../../toolkit/task-view/project-lines.js';
import { ProjectLineWriter } from '../../toolkit/task-view/project-line-writer.js';
import { shownEvent } from './follow.js';
import { stderr, stdout } from '../../toolkit/output.js';

/** Writes a line for each event of the project's tasks until Ctrl-C. */
export async function watchProject(
  client: MetarunClient,
  { level, json }: { level?: LogLevel | undefined; json: boolean },
): Promise<void> {
  const interrupted = new AbortController();
  const stop = (): void => interrupted.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const writer = new ProjectLineWriter();
  const lines = new ProjectLines(client, ({ name }) => name, writer.redraws);
  if (!json) stderr.write('All tasks of the project, from now on; Ctrl-C ends it.\n');
  try {
    const signal = interrupted.signal;
    for await (const event of client.events({ signal, ...(level && { level }) }))
      if (json) stdout.write(serialiseEvent(event));
      else await write(event, lines, writer);
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

function serialiseEvent({ id, type, data }: TaskEvent): string {
  return `${JSON.stringify({ id, type, ...data })}\n`;
}

async function write(
  event: TaskEvent,
  lines: ProjectLines,
  writer: ProjectLineWriter,
): Promise<void> {
  const time = Date.parse(event.data.time);
  for (const line of await lines.of(event.data.task_id, shownEvent(event)))
    writer.write(line, time);
}
