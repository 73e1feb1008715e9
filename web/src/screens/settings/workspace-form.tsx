import { useQueryClient } from '@tanstack/react-query';
import type { Tagged } from '../../api/conditions.js';
import { changeWorkspace, workspaceQuery, workspacesQuery } from '../../api/project-settings.js';
import type { Workspace } from '../../api/types.js';
import { TextField } from '../../parts/fields.js';
import { Overtaken } from '../../parts/overtaken.js';
import { SaveBar } from '../../parts/save-bar.js';
import { useEdit } from '../../parts/use-edit.js';
import { useProject } from '../../parts/use-project.js';
import { visibleText } from '../../parts/visible-text.js';
import { texts as all } from '../../texts/en/project-settings.js';
import { bytesOfMib, formatMib } from './mib.js';

const texts = all.workspaces;

/** Form to change the name and the quota of a workspace. */
export function WorkspaceForm({ value, onDone }: { value: Tagged<Workspace>; onDone: () => void }) {
  const { project } = useProject();
  const client = useQueryClient();
  const query = workspaceQuery(project.id, value.id);
  const edit = useEdit({
    value,
    toDraft: ({ name, quota_bytes }: Workspace) => ({ name, quota: formatMib(quota_bytes) }),
    save: async ({ name, quota }, { etag }) => {
      const body = { name: name.trim(), quota_bytes: bytesOfMib(quota) };
      const saved = await changeWorkspace(project.id, value.id, body, etag);
      await client.invalidateQueries({
        queryKey: workspacesQuery(project.id).queryKey,
        exact: true,
      });
      onDone();
      return saved;
    },
    reread: () => client.fetchQuery({ ...query, staleTime: 0 }),
  });
  return (
    <form className="panel form narrow-form" onSubmit={edit.submit}>
      <h2>{texts.changeTitle(visibleText(value.name))}</h2>
      <Overtaken
        edit={edit}
        labels={{ name: texts.name, quota: texts.quota }}
        change={{ action: 'workspaces.change', id: value.id }}
      />
      <TextField
        id="workspace-name"
        label={texts.name}
        error={edit.issueAt('/name')}
        input={{ required: true, maxLength: 200 }}
        value={edit.draft.name}
        onChange={(name) => edit.change({ name })}
      />
      <TextField
        id="workspace-quota"
        label={texts.quota}
        note={texts.quotaNote}
        error={edit.issueAt('/quota_bytes')}
        input={{ type: 'number', min: 0, step: 'any' }}
        value={edit.draft.quota}
        onChange={(quota) => edit.change({ quota })}
      />
      <SaveBar edit={edit} />
      <div className="buttons">
        <button type="button" onClick={onDone}>
          {texts.cancel}
        </button>
      </div>
    </form>
  );
}
