import { answerOf } from '@metarun/client';
import { idCell, printList } from '../../toolkit/api/print.js';
import { type ApiOptions, session } from '../../toolkit/api/session.js';

export async function runFind(text: string, options: ApiOptions): Promise<void> {
  const { api, path } = await session(options);
  const params = { path, query: { q: text } };
  const found = answerOf(await api.GET('/external/v1/projects/{project_id}/find', { params }));
  printList(
    'found',
    found,
    {
      KIND: ({ kind }) => kind.replace('_', '-'),
      ID: ({ kind, id }) => (kind === 'meta_task' || kind === 'file' ? id : idCell(id)),
      HINT: ({ hint }) => hint,
      TITLE: ({ title }) => title,
    },
    options,
  );
}
