import { answerOf, type components, cursorOf } from '@metarun/client';
import { printList, timeCell } from '../../toolkit/api/print.js';
import { type ApiOptions, session } from '../../toolkit/api/session.js';
import { findTask } from '../../toolkit/find-task.js';
import { plainLine } from '../../toolkit/plain-text.js';

type TaskFile = components['schemas']['TaskFileDto'];

const FILES = '/external/v1/projects/{project_id}/tasks/{task_id}/files';
const PAGE = 1_000;

/** `metarun tasks files`: what a task has read, written and deleted. */
export async function runFiles(reference: string, options: ApiOptions): Promise<void> {
  const { api, client, path } = await session(options);
  const task_id = await findTask(client, reference);
  const all: TaskFile[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
    const answer = await api.GET(FILES, { params: { path: { ...path, task_id }, query } });
    all.push(...answerOf(answer));
    cursor = cursorOf(answer.response);
  }
  printList(
    'files',
    all,
    {
      HOW: ({ how }) => how,
      AT: ({ at }) => timeCell(at),
      PATH: (file) => plainLine(file.path),
    },
    options,
  );
}
