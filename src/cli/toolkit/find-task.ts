import type { MetarunClient, Task, TasksQuery } from '@metarun/client';
import { parseId } from './api/server-names.js';
import { CommandError } from './command-error.js';
import { EXIT } from './exit-codes.js';
import { plainLine } from './plain-text.js';
import { relativeTime } from './units.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const PART = /^[0-9a-f-]{4,35}$/i;
/** Number of recent tasks that are searched for a part of an id. */
const LOOKED_AT = 1000;
const SHOWN = 10;
/** Maximum page size of the API. */
const PAGE = 200;
/**
 * Returns the id of the task that `reference` identifies: by its id, its name, or the beginning or end of the id among
 * recent tasks. Throws if no task or several match.
 */
export async function findTask(client: MetarunClient, reference: string): Promise<string> {
  if (UUID.test(reference)) return reference.toLowerCase();
  const found = PART.test(reference) ? await byPart(client, reference.toLowerCase()) : [];
  if (found.length === 0) found.push(...(await byName(client, reference)));
  const [task, ...others] = found;
  if (task === undefined)
    throw new CommandError(`There is no task "${plainLine(reference)}".`, {
      code: 'not_found',
      fix: `\`metarun tasks list\` lists them. A part of an id is searched among the newest ${LOOKED_AT}.`,
      docs: 'cli-tasks.md#which-task',
    });
  if (others.length > 0) throw ambiguous(reference, found);
  return parseId(task.id);
}

async function byPart(client: MetarunClient, part: string): Promise<Task[]> {
  const newest = await newestTasks(client, {}, LOOKED_AT);
  return newest.filter(({ id }) => id.startsWith(part) || id.endsWith(part));
}

async function byName(client: MetarunClient, name: string): Promise<Task[]> {
  const alike = await newestTasks(client, { q: name }, LOOKED_AT);
  return alike.filter((task) => task.name === name);
}

/** Returns at most `most` tasks, newest first. */
export async function newestTasks(
  client: MetarunClient,
  filter: TasksQuery,
  most: number,
): Promise<Task[]> {
  const tasks: Task[] = [];
  for await (const task of client.tasks.all({ ...filter, limit: Math.min(PAGE, most) })) {
    tasks.push(task);
    if (tasks.length === most) break;
  }
  return tasks;
}

function ambiguous(reference: string, tasks: readonly Task[]): CommandError {
  const rows = tasks.slice(0, SHOWN).map(({ id, name, status, created_at }) => ({
    message: `${id}  ${status}, ${relativeTime(created_at)}: ${plainLine(name)}`,
  }));
  if (tasks.length > SHOWN) rows.push({ message: `and ${tasks.length - SHOWN} more` });
  return new CommandError(`"${plainLine(reference)}" could be ${tasks.length} tasks.`, {
    code: 'ambiguous',
    fix: 'Give more of the id.',
    docs: 'cli-tasks.md#which-task',
    diagnostics: rows,
    exit: EXIT.usage,
  });
}
