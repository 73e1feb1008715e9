import type { LogLevel, MetarunClient, TaskEvent } from '@metarun/client';
import { CommandError } from '../../toolkit/command-error.js';
import { EXIT } from '../../toolkit/exit-codes.js';
import { ProjectLines } from '../../toolkit/task-view/project-lines.js';
import { projectLineText } from '../../toolkit/task-view/project-line-text.js';
import { shownEvent } from './follow.js';

/** Writes a line for each thing that happens to any task of the project, until Ctrl-C. */
export async function watchProject(
  client: MetarunClient,
  { level, json }: { level?: LogLevel | undefined; json: boolean },
): Promise<void> {
  const interrupted = new AbortController();
  const stop = (): void => interrupted.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const lines = new ProjectLines(client, ({ name }) => name);
  if (!json) process.stderr.write('All tasks of the project, from now on; Ctrl-C ends it.\n');
  try {
    const signal = interrupted.signal;
    for await (const event of client.events({ signal, ...(level && { level }) }))
      process.stdout.write(json ? documentOf(event) : await textOf(event, lines));
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

function documentOf({ id, type, data }: TaskEvent): string {
  return `${JSON.stringify({ id, type, ...data })}\n`;
}

async function textOf(event: TaskEvent, lines: ProjectLines): Promise<string> {
  const time = Date.parse(event.data.time);
  const shown = await lines.of(event.data.task_id, shownEvent(event));
  return shown.map((line) => `${projectLineText(line, time)}\n`).join('');
}
