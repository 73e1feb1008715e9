import type { TaskEvent } from '../../../platform/events/task-event.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import type { LocalTask } from '../../../tooling/local/local-task.js';
import type { LocalTaskDetail } from '../../../tooling/local/local-task.js';
import type { RunAnswers } from './run-answers.js';
import { plainLine } from '../../toolkit/plain-text.js';
import { isOpen, timeOfDay } from '../../toolkit/task-view/event-text.js';
import { localEvent } from '../../toolkit/task-view/shown-event.js';
import type { TaskView } from '../../toolkit/task-view/task-view.js';

/** A log line as in the response of GET …/tasks/{id}/logs. `task` names the child task that wrote it. */
export interface LogLine {
  time: string;
  level: string;
  text: string;
  attempt: number;
  task: string | null;
}

/** Error codes of an approval that has ended in the meantime. The script receives its outcome. */
const OVERTAKEN = ['approval_decided', 'approval_expired', 'approval_cancelled'];

/** Shows the progress of a task and its children and answers their requests until the task ends. Returns its log. */
export async function followRun(
  task: LocalTask,
  view: TaskView,
  answers: RunAnswers,
): Promise<LogLine[]> {
  const log: LogLine[] = [];
  const names = new Map<string, string>();
  for await (const event of task.treeEvents()) {
    const { taskId, type, data } = event;
    const own = taskId === task.id;
    if (!own && !names.has(taskId)) names.set(taskId, plainLine(await task.loadTaskName(taskId)));
    const child = names.get(taskId) ?? null;
    view.show(localEvent(event), child);
    if (type === 'log' && !isOpen(data)) log.push(logLine(event, child));
    if (type === 'approval' && data['status'] === 'pending')
      await answer(data['approval_id'], view, answers);
    if (type === 'status' && own && data['status'] === 'waiting')
      await followWaits(await task.detail(), view, answers);
  }
  return log;
}

async function answer(id: unknown, view: TaskView, answers: RunAnswers): Promise<void> {
  if (typeof id !== 'string') return;
  try {
    await answers.decide(id);
  } catch (error) {
    if (!(error instanceof MetarunError) || !OVERTAKEN.includes(error.code)) throw error;
    view.warn(error.message);
  }
}

/** Shows what a suspended task waits for. The view counts its children. */
async function followWaits(
  detail: LocalTaskDetail,
  view: TaskView,
  answers: RunAnswers,
): Promise<void> {
  for (const { kind, name, until } of detail.waiting_on) {
    const at = until === null ? '' : ` until ${timeOfDay(until)}`;
    if (kind === 'sleep') view.wait(`sleeps${at}`);
    if (kind === 'step')
      view.wait(`tries step ${JSON.stringify(plainLine(name))} again${at.replace('until', 'at')}`);
    if (kind !== 'event') continue;
    // A wait that races a timer may lose.
    const mayEnd = until !== null || detail.waiting_on.some((wait) => wait.until !== null);
    if (mayEnd) view.wait(`waits for the event ${plainLine(name)}${at}`);
    else await answers.send(name);
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
