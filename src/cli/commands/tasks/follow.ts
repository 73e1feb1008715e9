import type { LogLevel, MetarunClient, TaskDetail, TaskEvent } from '@metarun/client';
import { CommandError } from '../../toolkit/command-error.js';
import { EXIT } from '../../toolkit/exit-codes.js';
import { plainLine, plainText } from '../../toolkit/plain-text.js';
import { printJson, shownJson } from '../../toolkit/print-json.js';
import { shortId } from '../../toolkit/short-id.js';
import type { ShownEvent } from '../../toolkit/task-view/shown-event.js';
import { TaskView } from '../../toolkit/task-view/task-view.js';
import { style } from '../../toolkit/terminal.js';
import { durationText, tookMs } from '../../toolkit/units.js';
import { adviceFor } from './task-advice.js';
import { stderr, stdout } from '../../toolkit/output.js';

/** Shows a task live until it ends and returns its final state. Ctrl-C ends only the display. */
export async function follow(
  client: MetarunClient,
  id: string,
  { level, json }: { level?: LogLevel | undefined; json: boolean },
): Promise<TaskDetail> {
  const interrupted = new AbortController();
  const stop = (): void => interrupted.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const view = json ? null : new TaskView({ level: level ?? 'debug' });
  view?.start();
  try {
    for await (const event of client.tasks.events(id, { signal: interrupted.signal }))
      view?.show(shownEvent(event));
    return await client.tasks.get(id);
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
    throw new CommandError('The task goes on.', {
      code: 'interrupted',
      fix: `\`metarun tasks watch ${shortId(id)}\` shows it again; \`metarun tasks cancel ${shortId(id)}\` ends it.`,
      exit: EXIT.interrupted,
    });
  } finally {
    view?.stop();
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

/** Converts an event of the server's stream for display. */
export function shownEvent({ type, data }: TaskEvent): ShownEvent {
  return { type, time: Date.parse(data.time), data: { ...data } };
}

/** Reports a task's outcome, prints its result on standard output, and sets the exit code. */
export function reportEnd(task: TaskDetail, json: boolean): void {
  if (task.status !== 'success') process.exitCode = EXIT.failed;
  if (json) return printJson(task);
  const ms = tookMs(task);
  const took = ms === null ? '' : ` in ${durationText(ms)}`;
  const name = `${plainLine(task.name)} (${shortId(task.id)})`;
  if (task.status === 'success') {
    stderr.write(`${style('green', stderr)('✓')} ${name} succeeded${took}\n`);
    if (task.result !== null) stdout.write(shownResult(task));
    return;
  }
  const red = style('red', stderr);
  const stack = plainText(task.error_stack ?? '').trimEnd();
  const lines = [
    `${red('✗')} ${name} ${task.status === 'failed' ? 'failed' : 'was cancelled'}${took}: ${task.error_code ?? ''}`,
    ...plainText(task.error_message ?? '')
      .split('\n')
      .map((line) => `  ${line}`),
    ...(stack === '' ? [] : stack.split('\n').map((line) => `  ${line}`)),
  ];
  const advice = adviceFor(task);
  if (advice !== null) lines.push(`  fix:  ${advice}`);
  stderr.write(`${lines.join('\n')}\n`);
}

/** Shortens the result on a terminal; elsewhere it is complete. */
function shownResult({ result }: TaskDetail): string {
  return stdout.isTTY ? shownJson(result) : `${JSON.stringify(result, null, 2)}\n`;
}
