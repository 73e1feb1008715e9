import { answerOf, checkAnswer } from '@metarun/client';
import { findOne } from '../../toolkit/api/find-one.js';
import { printDone, printOne } from '../../toolkit/api/print.js';
import { type ApiOptions, confirmed, session } from '../../toolkit/api/session.js';
import { usageError } from '../../toolkit/command-error.js';
import { bytesText } from '../../toolkit/units.js';
import { shellWord } from '../../toolkit/shell-word.js';

const WORKSPACE = '/projects/{project_id}/workspaces/{workspace_id}';

export async function show(reference: string, options: ApiOptions): Promise<void> {
  const { api, params } = await found(reference, options);
  const one = answerOf(await api.GET(WORKSPACE, { params }));
  printOne(
    one,
    {
      name: one.is_default ? `${one.name} (default)` : one.name,
      id: one.id,
      kind: one.kind === 'files' ? 'files' : 'knowledge base',
      files: one.usage.files,
      size: bytesText(one.usage.bytes),
      quota: one.quota_bytes === null ? null : bytesText(one.quota_bytes),
      made: one.created_at,
    },
    options,
  );
}

export async function create(
  name: string,
  options: ApiOptions & { knowledgeBase?: boolean; quotaMb?: number },
): Promise<void> {
  const { client } = await session(options);
  const { knowledgeBase, quotaMb } = options;
  const made = await client.workspaces.create({
    name,
    ...(knowledgeBase === true && { kind: 'knowledge_base' as const }),
    ...(quotaMb !== undefined && { quota_bytes: quotaMb }),
  });
  printDone(`${made.name} is made: --workspace ${shellWord(made.name)}`, made, options);
}

export async function change(
  reference: string,
  options: ApiOptions & { name?: string; quotaMb?: number; quota: boolean },
): Promise<void> {
  const { name, quotaMb, quota } = options;
  const body = {
    ...(name !== undefined && { name }),
    ...(quotaMb !== undefined && { quota_bytes: quotaMb }),
    ...(!quota && { quota_bytes: null }),
  };
  if (Object.keys(body).length === 0)
    throw usageError('Nothing is given to change.', 'Give --name, --quota-mb or --no-quota.');
  const { api, params } = await found(reference, options);
  const one = answerOf(await api.PATCH(WORKSPACE, { params, body }));
  printDone(`${one.name} is changed`, one, options);
}

export async function remove(reference: string, options: ApiOptions): Promise<void> {
  const { api, params, workspace } = await found(reference, options);
  const { name, usage } = workspace;
  await confirmed(
    `Delete the workspace ${name} with its ${usage.files} files and their versions, for good?`,
    options,
  );
  // The user has already confirmed the deletion of its files.
  checkAnswer(await api.DELETE(WORKSPACE, { params: { ...params, query: { force: true } } }));
  printDone(`${name} is deleted`, { deleted: workspace.id }, options);
}

async function found(reference: string, options: ApiOptions) {
  const to = await session(options);
  const workspace = findOne(await to.client.workspaces.list(), reference, {
    what: 'workspace',
    list: 'metarun workspaces list',
    id: ({ id }) => id,
    name: ({ name }) => name,
  });
  return { ...to, workspace, params: { path: { ...to.path, workspace_id: workspace.id } } };
}
