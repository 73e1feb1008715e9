import { LRUCache } from 'lru-cache';
import { ApiError, type MetarunClient, type TaskDetail } from '@metarun/client';
import { isFinished } from '../../../workflow/engine/state/task-status.js';
import { raisedAt } from '../../../base/languages/stack.js';
import { plainLine } from '../plain-text.js';
import { getStatusFormat } from '../status-mark.js';
import { durationText } from '../units.js';
import { ChildCount } from './child-count.js';
import {
  approvalText,
  type EventText,
  isOpen,
  logTexts,
  retryText,
  stepText,
} from './event-text.js';
import { lineIn, numberIn, type ShownEvent, textIn } from './shown-event.js';
import { TextLines } from './text-lines.js';

/** Maximum number of tasks in the cache of names and child counts. */
const REMEMBERED = 5000;

/** A line about one of many tasks. */
export interface ProjectLine extends EventText {
  taskId: string;
  /** Name of the task. */
  name: string;
  /** New status of the task, in lines that show one. */
  status: string | null;
  /** True for the count of a fan-out, which replaces the one before. */
  isCount?: boolean;
}

type Text = EventText & { status?: string };

interface KnownTask {
  id: string;
  name: string;
  parentId: string | null;
  children: ChildCount;
  text: TextLines;
  /** Time of the first start, in ms since the epoch. Null if it was before the display began. */
  startedAt: number | null;
}

/** Converts the events of a project's tasks to lines. The children of a fan-out are counted. */
export class ProjectLines {
  private readonly known = new LRUCache<string, KnownTask>({ max: REMEMBERED });

  /**
   * `nameOf` returns a task's name for its lines. With `redraws`, the count of a fan-out is updated with every change.
   */
  constructor(
    private readonly client: MetarunClient,
    private readonly nameOf: (task: TaskDetail) => string,
    private readonly redraws = false,
  ) {}

  async of(taskId: string, event: ShownEvent): Promise<ProjectLine[]> {
    const task = await this.task(taskId);
    const parent = task.parentId === null ? null : await this.task(task.parentId);
    const status = event.type === 'status' ? textIn(event.data, 'status') : null;
    if (status !== null) parent?.children.set(taskId, status);
    if (parent !== null && parent.children.isFanOut) {
      const isNamed = status !== null && parent.children.isNamed(status);
      const lines = isNamed ? await this.lines(task, event) : [];
      const isChanged = status !== null && isFinished(status);
      const { text } = parent.children;
      const count = this.redraws ? (isChanged ? text : null) : parent.children.due();
      return [...lines, ...countLine(parent, count)];
    }
    const lines = await this.lines(task, event);
    if (status === null || !isFinished(status)) return lines;
    return [...countLine(task, this.redraws ? null : task.children.due(true)), ...lines];
  }

  private async lines(task: KnownTask, event: ShownEvent): Promise<ProjectLine[]> {
    const texts = await this.texts(task, event);
    return texts.map((text) => ({ ...toProjectLine(task), ...text }));
  }

  private async texts(task: KnownTask, event: ShownEvent): Promise<Text[]> {
    if (event.type === 'text') return task.text.add(event.data);
    // A line of text continues while only the progress changes.
    const begun = event.type === 'progress' ? [] : task.text.end();
    return [...begun, ...(await this.other(task, event))];
  }

  private async other(task: KnownTask, event: ShownEvent): Promise<Text[]> {
    const { type, data } = event;
    if (type === 'status') return this.status(task, event);
    if (type === 'phase') return [dim(lineIn(data, 'phase'))];
    if (type === 'progress') return [dim(`${numberIn(data, 'progress')} %`)];
    if (type === 'log') return isOpen(data) ? [] : logTexts(data);
    if (type === 'approval') return [approvalText(data)];
    // Children have separate events.
    const step = type === 'step' && textIn(data, 'kind') !== 'task' ? stepText(data) : null;
    return step === null ? [] : [step];
  }

  private async status(task: KnownTask, { data, time }: ShownEvent): Promise<Text[]> {
    const status = textIn(data, 'status');
    const says = (text: string): Text[] => [{ text, format: getStatusFormat(status), status }];
    const began = task.startedAt;
    if (status === 'running') {
      task.startedAt ??= time;
      return began === null ? says('started') : [];
    }
    // For a fan-out, the count is shown instead.
    if (status === 'waiting')
      return task.children.isFanOut && task.children.isOpen ? [] : says('waits');
    if (status === 'pending') {
      const why = retryText(data);
      return why === null ? [] : [{ text: why, format: 'yellow' }];
    }
    task.startedAt = null;
    if (status === 'success')
      return says(began === null ? status : `${status} in ${durationText(time - began)}`);
    if (status !== 'failed') return says(status);
    const why = `${lineIn(data, 'error_code')}: ${lineIn(data, 'error_message')}`;
    return says(`failed, ${why}${await this.location(task.id)}`);
  }

  /** Returns the place in the author's files where a task failed. */
  private async location(id: string): Promise<string> {
    const location = raisedAt((await this.read(id))?.error_stack ?? '');
    return location === null ? '' : ` (${plainLine(location.file)}:${location.line})`;
  }

  private async task(id: string): Promise<KnownTask> {
    const known = this.known.get(id);
    if (known !== undefined) return known;
    const task = await this.read(id);
    const made: KnownTask = {
      id,
      name: task === null ? id : plainLine(this.nameOf(task)),
      parentId: task?.parent_id ?? null,
      children: new ChildCount(),
      text: new TextLines(),
      startedAt: null,
    };
    this.known.set(id, made);
    return made;
  }

  /** Returns a task, or null if it was deleted in the meantime. */
  private async read(id: string): Promise<TaskDetail | null> {
    try {
      return await this.client.tasks.get(id);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  }
}

function toProjectLine({ id, name }: KnownTask): Pick<ProjectLine, 'taskId' | 'name' | 'status'> {
  return { taskId: id, name, status: null };
}

function countLine(task: KnownTask, count: string | null): ProjectLine[] {
  return count === null ? [] : [{ ...toProjectLine(task), ...dim(count), isCount: true }];
}

function dim(text: string): EventText {
  return { text, format: 'dim' };
}
