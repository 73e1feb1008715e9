import { call, needText } from './calls.js';
import { inspect } from './inspect.js';
import {
  assign,
  ErrorClass,
  isArray,
  isFinite,
  RangeErrorClass,
  TypeErrorClass,
} from './intrinsics.js';
import type { Link } from './link.js';

const MAX_TIMEOUT_SECONDS = 366 * 24 * 60 * 60;

interface ChildTask {
  task: string;
  params: unknown;
  name: string | null;
}

type Outcome =
  | { status: 'success'; task_id: string; result: unknown }
  | { status: 'failed'; task_id: string; error_code: string; error_message: string };

/** Thrown if a child task did not succeed; every replay fails in the same way. */
export class TaskFailed extends ErrorClass {
  override readonly name = 'TaskFailed';
  readonly code = 'child_failed';
  readonly task: string;
  readonly task_id: string = '';
  readonly error_code: string = '';

  /** Created during the call, so that the stack shows the script's line. */
  constructor(task: string) {
    super('');
    this.task = task;
  }
}

/** Implements `reporter.runTask`. */
export async function runTask(
  link: Link,
  identifier: unknown,
  params: unknown,
  options: { name?: unknown } = {},
): Promise<unknown> {
  const task = toChildTask('reporter.runTask', identifier, params, options.name);
  const failure = new TaskFailed(task.name ?? task.task);
  const outcomes = (await call(link, 'task.run', { tasks: [task] })) as Outcome[];
  return requireResult(outcomes[0] as Outcome, failure);
}

/** Implements `reporter.runTasks`. */
export async function runTasks(
  link: Link,
  tasks: unknown,
  options: { settled?: unknown } = {},
): Promise<unknown[]> {
  const where = 'reporter.runTasks';
  const { settled = false } = options;
  if (typeof settled !== 'boolean')
    throw new TypeErrorClass(`${where} needs settled as a boolean, not ${inspect(settled)}`);
  if (!isArray(tasks))
    throw new TypeErrorClass(`${where} needs a list of tasks, not ${inspect(tasks)}`);
  const asked: ChildTask[] = [];
  for (let index = 0; index < tasks.length; index += 1) {
    const one: unknown = tasks[index];
    if (!isArray(one) || one.length < 1 || one.length > 3)
      throw new TypeErrorClass(
        `${where} needs each task as ['identifier', params] or with a name behind, not ${inspect(one)}`,
      );
    asked[index] = toChildTask(where, one[0], one[1], one[2]);
  }
  const failure = new TaskFailed('');
  const outcomes = (await call(link, 'task.run', { tasks: asked })) as Outcome[];
  if (settled) return outcomes;
  const results: unknown[] = [];
  for (let index = 0; index < outcomes.length; index += 1) {
    const { name, task } = asked[index] as ChildTask;
    results[index] = requireResult(
      outcomes[index] as Outcome,
      assign(failure, { task: name ?? task }),
    );
  }
  return results;
}

/** Implements `reporter.waitForEvent`. */
export async function waitForEvent(
  link: Link,
  name: unknown,
  options: { timeout?: unknown } = {},
): Promise<unknown> {
  const where = 'reporter.waitForEvent';
  const text = needText(where, 'name', name);
  const { timeout = null } = options;
  if (timeout !== null) {
    const why = `${where} needs timeout as a number from 0 to ${MAX_TIMEOUT_SECONDS}, not ${inspect(timeout)}`;
    if (typeof timeout !== 'number') throw new TypeErrorClass(why);
    if (!isFinite(timeout) || timeout < 0 || timeout > MAX_TIMEOUT_SECONDS)
      throw new RangeErrorClass(why);
  }
  return call(link, 'event.wait', { name: text, timeout });
}

function requireResult(outcome: Outcome, failure: TaskFailed): unknown {
  if (outcome.status === 'success') return outcome.result;
  const { task_id, error_code, error_message } = outcome;
  const message = `task "${failure.task}": ${error_code}: ${error_message}`;
  throw assign(failure, { task_id, error_code, message });
}

function toChildTask(
  where: string,
  identifier: unknown,
  params: unknown,
  name: unknown,
): ChildTask {
  const task = needText(where, 'the identifier', identifier);
  if (params != null && (typeof params !== 'object' || isArray(params)))
    throw new TypeErrorClass(`${where} needs params as an object, not ${inspect(params)}`);
  if (name != null) needText(where, 'name', name);
  return { task, params: params ?? {}, name: (name as string | undefined) ?? null };
}
