import { allPages } from '../../toolkit/api/all-pages.js';
import { printList, timeCell } from '../../toolkit/api/print.js';
import { type ApiOptions, session } from '../../toolkit/api/session.js';
import { findTask } from '../../toolkit/find-task.js';
import { plainLine } from '../../toolkit/plain-text.js';

const FILES = '/external/v1/projects/{project_id}/tasks/{task_id}/files';

/** Runs `metarun tasks files`, which lists the files that a task has read, written and deleted. */
export async function runFiles(reference: string, options: ApiOptions): Promise<void> {
  const { api, client, path } = await session(options);
  const task_id = await findTask(client, reference);
  const all = await allPages((query) =>
    api.GET(FILES, { params: { path: { ...path, task_id }, query } }),
  );
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
