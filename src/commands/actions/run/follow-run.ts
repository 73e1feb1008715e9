import type { TaskEvent } from '../../../events/task-event.js';
import { MetarunError } from '../../../kernel/errors.js';
import type { LocalTask } from '../../../local/local-task.js';
import type { TaskDetailDto } from '../../../tasks/task.dto.js';
import type { RunAnswers } from './run-answers.js';
import { plainText } from '../../frame/plain-text.js';
import { clock, type RunView } from './run-view.js';

/** A log line, as GET …/tasks/{id}/logs gives it; `task` names the child that it is of. */
export interface LogLine {
  time: string;
  level: string;
  text: string;
  attempt: number;
  task: string | null;
}

/** How an approval has ended in the meantime, which the script is told of. */
const OVERTAKEN = ['approval_decided', 'approval_expired', 'approval_cancelled'];

/** Shows what a task and its children tell, and has answered what they ask, until it has ended. Gives its log. */
export async function followRun(
  task: LocalTask,
  view: RunView,
  answers: RunAnswers,
): Promise<LogLine[]> {
  const log: LogLine[] = [];
  const names = new Map<string, string>();
  let end: { success: boolean; at: number } = { success: false, at: Date.now() };
  for await (const event of task.treeEvents()) {
    const { taskId, type, data } = event;
    const own = taskId === task.id;
    if (!own && !names.has(taskId)) names.set(taskId, plainText(await task.nameOf(taskId)));
    const child = names.get(taskId) ?? null;
    view.show(event, child);
    if (type === 'log') log.push(logLine(event, child));
    if (type === 'approval' && data['status'] === 'pending')
      await answer(data['approval_id'], view, answers);
    if (type !== 'status' || !own) continue;
    end = { success: data['status'] === 'success', at: event.createdAt };
    if (data['status'] === 'waiting') await tellWaits(await task.detail(), view, answers);
    else view.wait(null);
  }
  view.end(end.success, end.at);
  return log;
}

async function answer(id: unknown, view: RunView, answers: RunAnswers): Promise<void> {
  if (typeof id !== 'string') return;
  try {
    await answers.decide(id);
  } catch (error) {
    if (!(error instanceof MetarunError) || !OVERTAKEN.includes(error.code)) throw error;
    view.warn(error.message);
  }
}

/** Says what a task waits for that has left its process meanwhile. */
async function tellWaits(detail: TaskDetailDto, view: RunView, answers: RunAnswers): Promise<void> {
  for (const { kind, name, until } of detail.waiting_on) {
    const at = until === null ? '' : ` until ${clock(until)}`;
    if (kind === 'sleep') view.wait(`sleeps${at}`);
    if (kind === 'step')
      view.wait(`tries step ${plainText(name)} again${at === '' ? '' : at.replace('until', 'at')}`);
    if (kind === 'task') view.wait(`waits for task ${plainText(name)}`);
    if (kind !== 'event') continue;
    if (until === null) await answers.send(name);
    else view.wait(`waits for the event ${plainText(name)}${at}`);
  }
}

function logLine({ createdAt, level, data, attempt }: TaskEvent, task: string | null): LogLine {
  const { text } = data;
  return {
    time: new Date(createdAt).toISOString(),
    level: level ?? 'info',
    text: typeof text === 'string' ? text : '',
    attempt,
    task,
  };
}
